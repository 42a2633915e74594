import { changeLine } from '#backend/contract/change.ts'
import { requestExchange, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * What the carrier answered to a speed of ours. Exchanges may be answered in another order than they were asked in:
 * when a stale one takes effect after the latest was answered, the latest is said again. A refusal is decided anew
 * by the next task.
 */
export function onDecisionAnswer(queue: JobQueue) {
  return async (tx: Db, outcome: ExchangeOutcome, now: Instant) => {
    const { request, lineId, contractId, exchangeId, state } = outcome
    if (request.type !== 'command' || request.command !== 'speed-policy' || lineId === null) return
    const noted = await tx
      .updateTable('speed_decision')
      .set({ carrier_state: state, carrier_answered_at: now })
      .where('contract_id', '=', contractId)
      .where('line_id', '=', lineId)
      .where('decision_id', '=', exchangeId)
      .executeTakeFirst()
    // A repetition of ours has no row of its own.
    if (noted.numUpdatedRows === 0n || state !== 'accepted') return
    const latest = await tx
      .selectFrom('speed_decision')
      .select(['decision_id', 'speed', 'carrier_state'])
      .where('contract_id', '=', contractId)
      .where('line_id', '=', lineId)
      .where('carrier_state', '<>', 'rejected')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    if (latest.decision_id !== exchangeId) {
      if (latest.carrier_state !== 'accepted') return
      const again = { ...request, body: { mode: latest.speed } }
      await requestExchange(tx, queue, { contractId, lineId, request: again, now })
      return
    }
    const change = { carrier_speed: latest.speed }
    await changeLine(tx, { contractId, lineId }, change, { actor: 'carrier', now })
  }
}
