import { type ErrorTable, conflict } from './error-table.ts'

/** Of the data size. */
export const planSizeErrors = {
  SIZE_UNCHANGED: conflict(
    '現在と同じデータ容量が選ばれています。別の容量を選んでください。',
    'The wanted size is the one in force',
  ),
  SIZE_ALREADY_BOOKED: conflict(
    'このデータ容量への変更は、すでに予約されています。変えるときは、別の容量を選ぶか、予約を取り消してください。',
    'The wanted size is the one that is booked',
  ),
  PLAN_NOT_SHAREABLE: conflict(
    'このデータ容量では、複数の回線をお使いいただけません。シェアできる容量（8GB以上）を選んでください。',
    'The size has no share course',
  ),
  BOOKED_PLAN_NOT_SHAREABLE: conflict(
    'ご予約中のデータ容量では、複数の回線をお使いいただけません。予約を取り消すか、シェアできる容量（8GB以上）に変えてから申し込んでください。',
    'The booked size has no share course',
  ),
  PLAN_NOT_ON_SALE: conflict(
    '選んだデータ容量は受け付けていません。一覧から選び直してください。',
    'The size is not on sale on the effective date',
  ),
} as const satisfies ErrorTable
