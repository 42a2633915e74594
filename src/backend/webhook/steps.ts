import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { webhookStates } from '#domain/webhook/webhook-states.ts'
import { webhookMadeMessage, webhookStoppedMessage, type HostFacts } from './messages.ts'
import type { WebhookRow } from './rows.ts'

type Hook = About<WebhookRow>

/** Every step of a receiver: what is recorded of it, and what the member gets. */
export const webhooks = defineAggregate({
  table: 'webhook',
  key: ['contract_id', 'webhook_id'],
  machine: webhookStates,
  stamps: ({ now }) => ({ changed_at: now }),
  steps: {
    made: {
      event: null,
      audit: 'webhook-made',
      message: ({ row, accountId }: Hook, facts: HostFacts) =>
        webhookMadeMessage({ accountId, webhookId: row.webhook_id, occasion: 'made', ...facts }),
    },
    secret_changed: {
      event: null,
      audit: 'webhook-secret-changed',
      message: ({ row, accountId, now }: Hook, facts: HostFacts) =>
        webhookMadeMessage({
          accountId,
          webhookId: `${row.webhook_id}/${now.epochMilliseconds}`,
          occasion: 'secret',
          ...facts,
        }),
    },
    events_chosen: { event: null, audit: 'webhook-events-chosen' },
    switched_off: { audit: 'webhook-switched-off' },
    switched_on: { audit: 'webhook-switched-on' },
    given_up: {
      audit: 'webhook-given-up',
      message: ({ row, accountId, now }: Hook, facts: HostFacts & { readonly isGone: boolean }) =>
        webhookStoppedMessage({
          accountId,
          webhookId: `${row.webhook_id}/${now.epochMilliseconds}`,
          ...facts,
        }),
    },
  },
})
