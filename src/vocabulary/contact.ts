/** What a member writes to us about: chosen, so that a list of cases needs no words of the member. */
export const contactTopics = {
  billing: '料金・お支払い',
  data: 'データ量・通信',
  line: '回線・SIM',
  procedure: 'お手続き',
  device: '端末・修理',
  account: 'お客さま情報・ログイン',
  access: '閲覧と代理の記録',
  other: 'その他',
} as const

export type ContactTopic = keyof typeof contactTopics

/** Everything that happens to a case; it is kept, and nobody changes it. */
export const ticketEntries = {
  opened: '受け付け',
  wrote: 'お客さまから',
  noted: 'メモ',
  answered: '回答',
  taken: '担当',
  handedOver: '引き継ぎ',
  snoozed: '後で対応',
  waited: 'お返事待ち',
  solved: '解決',
  reopened: '再開',
  closed: '終了',
  merged: '統合',
  member: '会員の特定',
  mandateNoted: '委任状の記録',
  mandateConfirmed: '委任状の確認',
  answeredOutside: '外部への回答',
} as const

export type TicketEntry = keyof typeof ticketEntries

/** What the member reads of it in the thread; the rest is the house's own work. */
export const memberEntries = [
  'opened',
  'wrote',
  'answered',
  'solved',
  'reopened',
  'closed',
] as const satisfies readonly TicketEntry[]

/** Who outside asks; to them nothing is said before the member's written mandate is noted by two people. */
export const isFromOutside = (channel: string): boolean =>
  channel === 'consumerCentre' || channel === 'ministry'

/** `T-2K7D-9F`: read out on the telephone, so without 0, O, 1 and I. */
export const ticketNoPattern = /^T-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/u
