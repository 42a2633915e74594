import { type Generated, sql } from 'kysely'
import { contractIsOver } from '#backend/contract-over.ts'
import { column, internal, key, ofContract, said, sealed, table } from '#backend/table.ts'
import type { WebhookState } from '#domain/webhook/webhook-states.ts'
import { webhookStateWords } from '#vocabulary/states/webhook.ts'
import {
  type AttemptCause,
  attemptCauses,
  type DeliveryState,
  deliveryStates,
  type SentType,
  webhookEventLabels,
  type WebhookEventType,
} from '#vocabulary/webhook.ts'
import { webhookAad } from './rows.ts'

const DELIVERY_DAYS = 30

const deliveryAge = {
  words: `できごとの日から${DELIVERY_DAYS}日、またはWebhookを消したとき`,
}

export const webhookTables = [
  /** Where a member's own programs are told of events. */
  table(
    'webhook',
    ofContract('Webhook', 'settings', {
      earlier: {
        words: 'ご契約が終わったとき、または消したとき',
        when: () => sql`
          exists (select from contract c where c.contract_id = webhook.contract_id and ${contractIsOver})`,
      },
    }),
    {
      webhook_id: key<string>(),
      /** It may name its owner, or hold a word that lets one in. */
      url_sealed: sealed<string, { webhook_id: string }>({
        aad: (row) => webhookAad.url(row.webhook_id),
        title: '届け先のアドレス',
      }),
      secret_sealed: sealed<string, { webhook_id: string }>({
        aad: (row) => webhookAad.secret(row.webhook_id),
        omit: 'secret',
      }),
      former_secret_sealed: sealed<string | null, { webhook_id: string }>({
        aad: (row) => webhookAad.secret(row.webhook_id),
        omit: 'secret',
      }),
      /** Until then the former secret signs as well. */
      former_secret_until: column<Temporal.Instant | null>('前の鍵も使う期限'),
      events: column<WebhookEventType[]>({
        title: 'お届けするできごと',
        show: (events) => events.map((event) => webhookEventLabels[event]).join('、'),
      }),
      state: column<WebhookState>(said('状態', webhookStateWords)),
      made_at: column<Temporal.Instant>('作成日時'),
      changed_at: column<Temporal.Instant>('変更した日時'),
      last_delivered_at: column<Temporal.Instant | null>('最後に届けた日時'),
      failing_since: column<Temporal.Instant | null>('届かなくなった日時'),
      /** How often in a row it has not answered, and until when it is left alone for that. */
      unanswered: internal<Generated<number>>(),
      rests_until: internal<Temporal.Instant | null>(),
      /** The run that sends to it now, by the database's clock: one at a time. */
      busy_by: internal<string | null>(),
      busy_until: internal<Temporal.Instant | null>(),
    },
  ),
  table(
    'webhook_delivery',
    ofContract('Webhookのお届け', 'settings', {
      earlier: {
        ...deliveryAge,
        when: ({ now }) => sql`made_at < ${now.subtract({ hours: 24 * DELIVERY_DAYS })}`,
      },
    }),
    {
      delivery_id: column<string>('お届けの番号'),
      webhook_id: internal<string>(),
      type: column<SentType>(said('できごと', webhookEventLabels)),
      body: column<string>('送る内容'),
      source_ref: internal<string>(),
      state: column<DeliveryState>(said('状態', deliveryStates)),
      made_at: column<Temporal.Instant>('できごとの日時'),
      /** It is given up three days after this: the event, or the press that sends it again. */
      since: internal<Temporal.Instant>(),
      /** Tries since then. */
      tries: internal<Generated<number>>(),
      /** Tries in all. */
      attempts: column<Generated<number>>('送った回数'),
      due_at: internal<Temporal.Instant>(),
      delivered_at: column<Temporal.Instant | null>('届けた日時'),
    },
  ),
  table(
    'webhook_attempt',
    ofContract('Webhookの送信', 'settings', {
      earlier: {
        ...deliveryAge,
        when: ({ now }) => sql`at < ${now.subtract({ hours: 24 * DELIVERY_DAYS })}`,
      },
    }),
    {
      delivery_id: column<string>('お届けの番号'),
      nth: column<number>('何回め'),
      at: column<Temporal.Instant>('日時'),
      milliseconds: column<number>('かかった時間（ミリ秒）'),
      status: column<number | null>('返事（HTTP）'),
      cause: column<AttemptCause | null>({
        title: '返事がなかった理由',
        show: (cause) => (cause === null ? null : attemptCauses[cause]),
      }),
      /** How the receiver's answer begins: it may say anything. */
      answer_sealed: sealed<string | null, { delivery_id: string; nth: number }>({
        aad: (row) => webhookAad.answer(row.delivery_id, row.nth),
        title: '返事のはじめ',
      }),
    },
  ),
]
