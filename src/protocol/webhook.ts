import { z } from 'zod'
import { namesOf } from '#vocabulary/state-words.ts'
import { webhookStateWords } from '#vocabulary/states/webhook.ts'
import {
  attemptCauses,
  deliveryStates,
  webhookEventTypes,
  WEBHOOK_TEST,
} from '#vocabulary/webhook.ts'
import { memberEndpoint } from './endpoint.ts'
import { count, instant, opaqueId, text } from './primitives.ts'

const eventType = z.enum(webhookEventTypes)
const sentType = z.enum([...webhookEventTypes, WEBHOOK_TEST])

const webhook = z
  .object({
    webhookId: opaqueId,
    url: z.string(),
    events: z.array(eventType),
    state: z.enum(namesOf(webhookStateWords)),
    stateLabel: z.string(),
    madeAt: instant,
    lastDeliveredAt: instant.optional(),
    /** Since when nothing has reached it; absent where the last try did. */
    failingSince: instant.optional(),
    /** Until then the former secret signs as well. */
    formerSecretUntil: instant.optional(),
  })
  .meta({ id: 'Webhook' })

const webhooks = z.object({ webhooks: z.array(webhook), limit: count })

const delivery = z
  .object({
    /** `webhook-id`: the same for every try. */
    deliveryId: opaqueId,
    type: sentType,
    state: z.enum(namesOf(deliveryStates)),
    stateLabel: z.string(),
    /** What is sent, byte for byte. */
    body: z.string(),
    madeAt: instant,
    deliveredAt: instant.optional(),
    /** When it is tried next. */
    dueAt: instant.optional(),
    /** The newest first. */
    attempts: z.array(
      z.object({
        at: instant,
        milliseconds: count,
        status: count.optional(),
        cause: z.enum(namesOf(attemptCauses)).optional(),
        /** How the answer begins. */
        answer: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'WebhookDelivery' })

const NONE_CHOSEN = 'お届けするできごとを1つ以上選んでください。'
const events = z.array(eventType, NONE_CHOSEN).min(1, NONE_CHOSEN)

const webhookId = opaqueId

/** What a receiver is told by: the member's own programs. Nobody but the holder makes one. */
export const webhookApi = {
  webhooksGet: memberEndpoint('GET', '/api/webhooks', {
    summary: 'Webhookの一覧',
    result: webhooks,
  }),

  webhooksPost: memberEndpoint('POST', '/api/webhooks', {
    proof: 'secondFactor',
    // Whoever has stolen a password is told nothing of what happens next.
    knownDevice: true,
    summary: 'Webhookを作る（署名の鍵はこのときだけ返る）',
    body: z.object({ url: text(2000, '届け先のアドレスを入力してください。'), events }),
    result: z.object({ webhookId: opaqueId, secret: z.string() }),
    errors: ['CONTRACT_ENDED', 'WEBHOOKS_FULL'],
  }),

  webhooksPut: memberEndpoint('PUT', '/api/webhooks', {
    summary: 'Webhookでお届けするできごとを選ぶ。止める、もう一度始める',
    body: z.object({ webhookId, events, isOn: z.boolean().default(false) }),
    result: webhooks,
    errors: ['NOT_FOUND'],
  }),

  webhooksDelete: memberEndpoint('DELETE', '/api/webhooks', {
    summary: 'Webhookを消す',
    query: z.object({ webhookId }),
    result: webhooks,
    errors: ['NOT_FOUND'],
  }),

  webhooksSecretPost: memberEndpoint('POST', '/api/webhooks/secret', {
    proof: 'secondFactor',
    knownDevice: true,
    summary: 'Webhookの署名の鍵を替える（新しい鍵はこのときだけ返る。前の鍵も24時間は署名に使う）',
    body: z.object({ webhookId }),
    result: z.object({ webhookId: opaqueId, secret: z.string(), formerUntil: instant }),
    errors: ['NOT_FOUND'],
  }),

  webhooksTestPost: memberEndpoint('POST', '/api/webhooks/test', {
    limit: 'attempts',
    summary: 'Webhookにテストのできごとを送る',
    body: z.object({ webhookId }),
    result: z.object({ deliveryId: opaqueId }),
    errors: ['NOT_FOUND', 'WEBHOOK_OFF'],
  }),

  webhooksDeliveriesGet: memberEndpoint('GET', '/api/webhooks/deliveries', {
    summary: 'Webhookのお届けの記録（新しい50件）',
    query: z.object({ webhookId }),
    result: z.object({ webhook, deliveries: z.array(delivery) }),
    errors: ['NOT_FOUND'],
  }),

  webhooksDeliveriesPost: memberEndpoint('POST', '/api/webhooks/deliveries', {
    limit: 'attempts',
    summary: '同じできごとを、同じ番号でもう一度送る',
    body: z.object({ deliveryId: opaqueId }),
    result: z.object({ webhookId: opaqueId, deliveryId: opaqueId }),
    errors: ['NOT_FOUND', 'WEBHOOK_OFF'],
  }),
}
