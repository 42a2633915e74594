/** What other areas, and the outbox, may use of webhooks. */
export { queueEvents } from './commands/queue-events.ts'
export { removeWebhooks, removeWebhooksOfAccount } from './rows.ts'
