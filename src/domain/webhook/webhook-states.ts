import { webhookStateWords } from '#vocabulary/states/webhook.ts'
import { machine, type StateOf } from '../machine.ts'

/** A receiver of events: told until its owner stops it, or until nothing has reached it for three days. */
export const webhookStates = machine({
  name: 'webhook',
  title: 'Webhook',
  initial: 'on',
  states: webhookStateWords,
  events: {
    switched_off: ['member'],
    switched_on: ['member'],
    given_up: ['system'],
  },
  table: {
    on: { switched_off: 'off', given_up: 'stopped' },
    off: { switched_on: 'on' },
    stopped: { switched_on: 'on' },
  },
})

export type WebhookState = StateOf<typeof webhookStates>
