import { type ErrorTable, conflict } from './error-table.ts'

/** Of documents and their paper copies. */
export const documentErrors = {
  DOCUMENT_NOT_READY: conflict(
    '書面を作成しています。できあがるとメールでお知らせします。少し待ってから開き直してください。',
    'The PDF is not made yet',
  ),
  PAPER_ALREADY_ORDERED: conflict(
    'この書面の郵送は、すでに受け付けています。発送の状況を確認してください。',
    'A paper copy is under way',
  ),
} as const satisfies ErrorTable
