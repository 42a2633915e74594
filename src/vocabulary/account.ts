/** The accounts of the money ledger; debits are positive. */
export const accountLabels = {
  receivable: '売掛金',
  cash: '入金',
  points: 'ポイント利用（提携先からの未収）',
  credit: '預り金（お預かり）',
  refund: '返金手続き中',
  revenue: '売上（課税・税抜）',
  untaxed: '売上（対象外）',
  tax: '仮受消費税',
} as const
export type Account = keyof typeof accountLabels
