import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of data and top-ups. */
export const dataErrors = {
  HIGH_SPEED_CHANGED_RECENTLY: failure(
    429,
    '高速データ通信の切り替えは、1回線につき1分に1回までです。少し待ってから、もう一度お試しください。',
    'At most one change a minute a line',
  ),
  CAP_NOT_SHARED: conflict(
    '回線ごとの上限は、シェアコースの回線に決められます。',
    'Caps are for the lines of a share course',
  ),
  CAP_NOT_SET: conflict(
    'この回線には上限がありません。上限なしで、いつでも使えます。',
    'No cap is in force on the line',
  ),
  TOP_UP_NOT_ON_SALE: conflict(
    '選んだデータチャージは受け付けていません。一覧から選び直してください。',
    'Unknown or withdrawn pack',
  ),
  SPENDING_LIMIT_REACHED: conflict(
    'この購入で、今月の料金の上限を超えます。上限を変えると、すぐに購入できます。',
    'Top-ups and traffic of the month with this pack pass the ceiling the member set',
  ),
} as const satisfies ErrorTable
