import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { requestExchange, type ExchangeOutcome } from './exchange.ts'

/** What a member switched on and off, line by line; `change_id` is the id of the exchange. */
type History = {
  readonly table: 'high_speed_change' | 'malware_block_change'
  readonly newestBy: 'sequence' | 'changed_at'
}

/**
 * Keeps the carrier's answer with the change it belongs to. Answers may come in another order than the changes: a stale
 * one that takes effect after the latest is overruled by saying the latest again.
 * @returns what was requested, where the latest change was refused and must be undone.
 */
export async function noteSwitchAnswer(
  tx: Db,
  queue: JobQueue,
  { table, newestBy }: History,
  outcome: ExchangeOutcome,
  now: Temporal.Instant,
): Promise<{ wanted: boolean } | undefined> {
  const { request, contractId, lineId, exchangeId, state } = outcome
  if (request.type !== 'command' || lineId === null) return undefined
  const ofLine = sql`contract_id = ${contractId} and line_id = ${lineId}`
  const noted = await sql`update ${sql.table(table)}
    set carrier_state = ${state}, carrier_answered_at = ${now}
    where ${ofLine} and change_id = ${exchangeId}`.execute(tx)
  // A repetition of ours has no row of its own.
  if (noted.numAffectedRows === 0n) return undefined
  const { rows } = await sql<{ change_id: string; turned_on: boolean; carrier_state: string }>`
    select change_id, turned_on, carrier_state from ${sql.table(table)}
    where ${ofLine} order by ${sql.ref(newestBy)} desc, change_id desc limit 1`.execute(tx)
  const [latest] = rows
  if (latest === undefined) return undefined
  const { turned_on: wanted } = latest
  if (latest.change_id === exchangeId) return state === 'rejected' ? { wanted } : undefined
  if (state === 'accepted' && latest.carrier_state === 'accepted')
    await requestExchange(tx, queue, {
      contractId,
      lineId,
      request: { ...request, body: { on: wanted } },
      now,
    })
  return undefined
}
