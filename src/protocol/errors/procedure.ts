import { type ErrorTable, conflict } from './error-table.ts'

/** Of queued procedures. */
export const procedureErrors = {
  PROCEDURE_ALREADY_QUEUED: conflict(
    '同じ手続きを、すでに順番待ちで受け付けています。',
    'The procedure is queued already',
  ),
  PROCEDURE_NOT_QUEUEABLE: conflict(
    'この手続きは順番待ちで受け付けられません。手続きできる日になってから、お申し込みください。',
    'The procedure cannot be queued',
  ),
} as const satisfies ErrorTable
