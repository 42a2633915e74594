import { type ErrorTable, conflict } from './error-table.ts'

/** Of webhooks. */
export const webhookErrors = {
  WEBHOOKS_FULL: conflict(
    '作れるWebhookは5個までです。使わないものを消してから、作ってください。',
    'The contract has as many webhooks as it may',
  ),
  WEBHOOK_OFF: conflict(
    'このWebhookは止まっています。もう一度始めてから、送ってください。',
    'Nothing is sent to a webhook that is off',
  ),
} as const satisfies ErrorTable
