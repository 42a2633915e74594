/** As many receivers as a small shop has programs (ours). */
export const MOST_WEBHOOKS = 5

/** What a receiver can be told of; each names ids, and whoever reads it asks the wire for the rest by a key. */
export const webhookEventTypes = [
  'data.low',
  'cap.near',
  'cap.reached',
  'bill.ready',
  'payment.failed',
  'order.changed',
  'line.changed',
  'outage.changed',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** A press of the member sends it; it cannot be chosen. */
export const WEBHOOK_TEST = 'webhook.test'
export type SentType = WebhookEventType | typeof WEBHOOK_TEST

export const webhookEventLabels: Readonly<Record<SentType, string>> = {
  'data.low': 'データの残りが少なくなった（「データ残量のお知らせ」の条件）',
  'cap.near': '上限に近づいた（回線の上限・料金の上限）',
  'cap.reached': '上限に届いた（回線の上限・料金の上限）',
  'bill.ready': '請求が確定した',
  'payment.failed': 'お支払いができなかった',
  'order.changed': '手続きが進んだ',
  'line.changed': '回線が止まった・再開した・速度が変わった',
  'outage.changed': '障害・工事が始まった・終わった',
  'webhook.test': 'テスト',
}

/** After a change of the secret both sign for so long: the receiver changes over without losing one. */
export const SECRET_OVERLAP_HOURS = 24

/** For so long a delivery is tried (ours, after the “multiple days” of Standard Webhooks). */
export const DELIVERY_HOURS = 72

/** The longest body that a receiver has to take (Standard Webhooks, “Payload size”). */
export const MOST_BODY_BYTES = 20_000

/** What is stored of an answer, so that its owner can see what went wrong. */
export const MOST_ANSWER_CHARACTERS = 1_000

export const deliveryStates = {
  waiting: 'お届け待ち',
  delivered: 'お届け済み',
  failed: 'お届けできず',
} as const
export type DeliveryState = keyof typeof deliveryStates

/** Why a try came to nothing where no status says it. */
export const attemptCauses = {
  timeout: '15秒以内に返事がありませんでした',
  address: 'インターネットの外のアドレスのため、つなぎませんでした',
  certificate: '証明書を確かめられませんでした（名前・期限・発行元）',
  connection: 'つながりませんでした',
} as const
export type AttemptCause = keyof typeof attemptCauses
