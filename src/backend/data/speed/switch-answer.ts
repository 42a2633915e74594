import { changeLine } from '#backend/contract/change.ts'
import { requestExchange, type ExchangeOutcome } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import type { By } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import type { Instant } from '#domain/tokyo.ts'
import { switchRefusedMessage } from './messages.ts'

/**
 * What the carrier answered to the member's switch. A refused change is turned back, so that the switch shows what
 * the line does, and the member is told; a stale one that takes effect late is overruled by saying the latest again.
 */
export function onSwitchAnswer(deps: { queue: JobQueue; commit: Commit; sealing: Sealing }) {
  const { queue, commit, sealing } = deps
  return async (tx: Db, outcome: ExchangeOutcome, now: Instant) => {
    const { request, lineId, contractId, exchangeId, state } = outcome
    if (request.type !== 'command' || request.command !== 'high-speed' || lineId === null) return
    const noted = await tx
      .updateTable('high_speed_change')
      .set({ carrier_state: state, carrier_answered_at: now })
      .where('contract_id', '=', contractId)
      .where('line_id', '=', lineId)
      .where('change_id', '=', exchangeId)
      .executeTakeFirst()
    // A repetition of ours has no row of its own.
    if (noted.numUpdatedRows === 0n) return
    const latest = await tx
      .selectFrom('high_speed_change')
      .select(['change_id', 'turned_on', 'carrier_state'])
      .where('contract_id', '=', contractId)
      .where('line_id', '=', lineId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    if (latest.change_id === exchangeId) {
      if (state === 'rejected') await turnBack(tx, outcome, latest.turned_on, now)
      return
    }
    if (state !== 'accepted' || latest.carrier_state !== 'accepted') return
    const again = { ...request, body: { on: latest.turned_on } }
    await requestExchange(tx, queue, { contractId, lineId, request: again, now })
  }

  async function turnBack(tx: Db, outcome: ExchangeOutcome, refused: boolean, now: Instant) {
    const { contractId, lineId } = outcome
    if (lineId === null) return
    const change = { high_speed_on: !refused }
    const by: By = { actor: 'carrier', contractId, now }
    const { exchangeId } = outcome
    const row = await changeLine(tx, { contractId, lineId }, change, by)
    const line = lineWords(row, sealing)
    await commit.change(tx, by, {
      action: 'high-speed-switch-refused',
      target: lineId,
      details: { changeId: exchangeId },
      message: (accountId) =>
        switchRefusedMessage({ accountId, exchangeId, line, wanted: refused }),
    })
  }
}
