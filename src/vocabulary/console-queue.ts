import type { WorkQueue } from './console.ts'

/** Everything that lies in a queue, by the name of its finding, as its row is headed (件名). */
export const workItems = {
  'identity-by-hand': '本人確認を書類で見比べる',
  'application-in-review': 'お申し込みを審査する',
  successions: '承継の書類を確認する',
  'device-claims': '修理・交換を進める',
  'refund-refused': 'どのカードにも返せない返金',
  'refund-answer-unknown': 'カードの答えがない返金',
  'carrier-answer-unknown': '回線網の答えがない依頼',
  'payment-answer-unknown': 'カードの答えがない支払い',
  'points-answer-unknown': '提携先の答えがないポイント',
  'order-overdue': '予定日を過ぎた手続き',
  'opening-hangs': '2週間たっても開通しない契約',
  'handover-overdue': '月がかわっても済まない譲渡',
  'handover-refused-by-carrier': '回線網が断った譲渡',
  'usage-differs': '回線網と合わない利用量',
  'feed-stopped': '届かない利用の記録',
  'usage-of-unknown-line': '宛先の分からない利用の記録',
  'usage-of-rolled-up-month': '締めた月に届いた利用の記録',
  'call-not-rated': '料金を計算できない通話',
  'call-of-unknown-line': '宛先の分からない通話の記録',
  'bill-not-closed': '確定できない請求',
  'bill-unpaid': '支払われていない請求',
  'family-not-ended': '終わりにできない家族の役割・お願い',
  'gift-not-brought-back': '戻せないデータギフト',
  'mail-not-sent': '送れないお知らせ',
  'push-not-sent': '送れないプッシュ通知',
  'webhook-not-sent': '送れないWebhook',
  'mail-returned': '戻ってきたメール',
  'contact-message-not-sent': '送れない確認コード・連絡',
  'document-not-made': '作れない契約書面',
  'export-not-gathered': '作れない情報のファイル',
  'job-failed': '止まった自動処理',
  'order-on-hold': '保留中の手続き',
  'order-unconfirmed': '代理の手続きを確認する',
  'line-frozen': '不正対策で止めた回線',
  'passkey-stopped': '複製されたおそれのあるパスキー',
  'move-letter-not-posted': '出ていない、ご本人の確認の手紙',
} as const

export type WorkItem = keyof typeof workItems

/** What a person has to judge of an item, as its page is headed; the others are headed by their title. */
export const workQuestions: Readonly<Partial<Record<WorkItem, string>>> = {
  'identity-by-hand': 'この書類で、申し込んだ本人と言えますか',
  'application-in-review': 'このお申し込みを、受け付けられますか',
  successions: 'この方が、ご契約を引き継げますか',
  'device-claims': 'この請求を、次に進められますか',
  'refund-refused': 'このお金を、どうやってお返ししますか',
}

/** What a row says of its item beside its dates; codes of states and kinds are put into words by their own vocabularies. */
export const queueFacts = {
  orderNo: '受付番号',
  operation: '手続き',
  state: '状態',
  fields: '相違項目',
  attempts: '試行',
  asked: '前の求め',
  doubt: '理由',
  kind: '種別',
  decision: '決定',
  basis: '保証',
  cause: '原因',
  expectedOn: '予定日',
  month: '月',
  yen: '金額',
  points: 'ポイント',
  system: '相手',
  request: '依頼',
  channel: '経路',
  reason: '理由',
  fact: '事実',
  carrierBytes: '回線網の記録',
  ourBytes: '当社の記録',
  source: '記録の種類',
  records: '件数',
  version: '版',
  job: '処理',
  until: '解除の時刻',
  switchedOrder: '止めている間にSIMが替わった手続き',
} as const

export type QueueFact = keyof typeof queueFacts

/** What the desk says of a claim for repair or exchange, as its buttons name it. */
export const claimSteps = {
  photographs: '写真をお願いする',
  repair: '修理を認める',
  exchange: '交換を認める',
  refuse: 'お断りする',
  arrived: '端末が届いた',
  repaired: '修理した端末を発送した',
  sent: '交換の端末を発送した',
  delivered: 'お届けが済んだ',
  returned: '返却の端末が届いた',
} as const
export type ClaimStep = keyof typeof claimSteps

/** What the desk says of a succession short of approving it. `pause`: a paper shows the death, others are waited for. */
export const successionAnswers = ['ask', 'pause', 'reject'] as const
export type SuccessionAnswer = (typeof successionAnswers)[number]

/** Which of the two says by when it must be done. */
export const dueReasons = { member: '会員の期限', desk: '窓口の目安' } as const
export type DueReason = keyof typeof dueReasons

/** The groups of a queue, the most pressing first. */
export const dueGroups = { overdue: '超過', today: '今日', soon: '近い', later: '先' } as const
export type DueGroup = keyof typeof dueGroups

/** What of a queue is shown, by who works on it. */
export const queueHolders = { all: 'すべて', mine: '自分の担当', free: '担当なし' } as const
export type QueueHolder = keyof typeof queueHolders

/** Queues that hold rows of findings; tickets and approvals have lists of their own. */
export type ItemQueue = Exclude<WorkQueue, 'ticket' | 'approval'>
