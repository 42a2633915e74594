import { namesOf } from './state-words.ts'

/** What a message to a member is about; every message of the product is of one of these kinds. */
export const noticeKindLabels = {
  procedure: '契約・お手続き',
  billing: '請求・支払い',
  debt: '未払い・利用停止',
  alert: 'データ残量・料金の目安',
  data: 'データチャージ・通信',
  outage: '障害・工事',
  security: 'セキュリティ',
} as const
export type NoticeKind = keyof typeof noticeKindLabels
export const noticeKinds = namesOf(noticeKindLabels)

/** What the house may write to all members about. An outage has its board, a debt and an alert are one member's. */
export const houseNoticeKinds = [
  'procedure',
  'billing',
  'data',
  'security',
] as const satisfies readonly NoticeKind[]
export type HouseNoticeKind = (typeof houseNoticeKinds)[number]

/** Where else than in my page a notice may go. */
export type NoticeChannel = 'mail' | 'sms'

/** How long a notice stays in my page: as long as the bills it may be about. */
export const NOTICE_MONTHS = 24
