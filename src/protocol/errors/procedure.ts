import type { ErrorTable } from './error-table.ts'

/** Of queued procedures. */
export const procedureErrors = {
  PROCEDURE_ALREADY_QUEUED: {
    httpStatus: 409,
    message: '同じ手続きを、すでに順番待ちで受け付けています。',
    log: 'The procedure is queued already',
  },
  PROCEDURE_NOT_QUEUEABLE: {
    httpStatus: 409,
    message:
      'この手続きは順番待ちで受け付けられません。手続きできる日になってから、お申し込みください。',
    log: 'The procedure cannot be queued',
  },
} as const satisfies ErrorTable
