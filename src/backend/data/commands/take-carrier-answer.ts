import type { AreaDeps } from '#backend/area.ts'
import { type ExchangeOutcome, requestExchange } from '#backend/carrier/exchange.ts'
import { noteSwitchAnswer } from '#backend/carrier/switch-answer.ts'
import { changeLine } from '#backend/contract/change.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { recordChange } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { switchRefusedMessage } from '../messages.ts'
import { noteSlow } from '../rows/line-caps.ts'

/**
 * Takes the carrier's answer to a decided speed. Answers may come in another order than the requests: when an older one
 * takes effect after the latest was answered, the latest is requested again. After a refusal the next hour decides anew.
 */
export async function takeSpeedAnswer(
  tx: Db,
  { queue }: Pick<AreaDeps, 'queue'>,
  outcome: ExchangeOutcome,
  now: Instant,
): Promise<void> {
  const { request, lineId, contractId, exchangeId, state } = outcome
  if (request.type !== 'command' || request.command !== 'speed-policy' || lineId === null) return
  const noted = await tx
    .updateTable('speed_decision')
    .set({ carrier_state: state, carrier_answered_at: now })
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('decision_id', '=', exchangeId)
    .executeTakeFirst()
  // A repeated request has no row of its own.
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
  if (latest.speed !== 'high') await noteSlow(tx, { contractId, lineId }, now)
}

const history = { table: 'high_speed_change', newestBy: 'sequence' } as const

/** Takes the carrier's answer to a member's switch: a refused change is undone, so that the switch shows what the line does. */
export async function takeSwitchAnswer(
  tx: Db,
  deps: Pick<AreaDeps, 'queue' | 'outbox' | 'sealing'>,
  outcome: ExchangeOutcome,
  now: Instant,
): Promise<void> {
  const { request, lineId, contractId, exchangeId } = outcome
  if (request.type !== 'command' || request.command !== 'high-speed' || lineId === null) return
  const refused = await noteSwitchAnswer(tx, deps.queue, history, outcome, now)
  if (refused === undefined) return
  const change = { high_speed_on: !refused.wanted }
  const by: By = { actor: 'carrier', contractId, now }
  const row = await changeLine(tx, { contractId, lineId }, change, by)
  const line = lineWords(row, deps.sealing)
  await recordChange(tx, deps, by, {
    action: 'high-speed-switch-refused',
    target: lineId,
    details: { changeId: exchangeId },
    message: (accountId) => switchRefusedMessage({ accountId, exchangeId, line, ...refused }),
  })
}
