import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { connectionStates } from '#domain/connection/connection-states.ts'
import { connectionMessages, type ConnectionOccasion } from './messages.ts'
import type { ConnectionRow } from './rows.ts'

const notified =
  (occasion: ConnectionOccasion) =>
  ({ row }: About<ConnectionRow>) =>
    connectionMessages(occasion, row)

const given = ({ kind, scopes, ended_by: because }: ConnectionRow) => ({
  kind,
  scopes,
  because: because ?? undefined,
})

/** Every step of a connection, in the contract's chain. */
export const connectionSteps = defineAggregate({
  table: 'connection',
  key: ['contract_id', 'connection_id'],
  machine: connectionStates,
  stamps: ({ now, to }) => ({ changed_at: now, ...(to === 'ended' && { ended_at: now }) }),
  accountId: (connection) => connection.account_id,
  steps: {
    made: { event: null, audit: 'connection-made', details: given, message: notified('made') },
    taken_back: { audit: 'connection-taken-back', details: given },
    ended: { audit: 'connection-ended', details: given },
    stopped: { audit: 'connection-stopped', details: given, message: notified('stopped') },
  },
})
