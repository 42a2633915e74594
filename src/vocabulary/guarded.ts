/** Operations that two people of the staff do, in the words of the screen. */
export const guardedOperations = {
  refundTransferred: '振り込みでの返金を記録する',
  compensationEntered: '障害の補償を登録する',
  identityApproved: '本人確認を承認する',
  successionAccepted: '承継を承認する',
  lineUnfrozen: '不正利用の疑いによる利用停止を解く',
  noticePosted: 'すべての会員にお知らせを送る',
  exchangeRecorded: '回線網の書面による回答を記録する',
  secretsOpened: '通信の記録を、法令の書面で開く',
} as const

export type GuardedOperation = keyof typeof guardedOperations

/** What both people read from the bank's slip of a refund, each for themselves. */
export const slipFields = {
  transferredOn: '振り込んだ日',
  amountYen: '金額（円）',
  reference: '控えの番号',
  accountEnd: '口座番号の末尾3けた',
} as const

export type SlipField = keyof typeof slipFields
