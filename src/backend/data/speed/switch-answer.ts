import { changeLine } from '#backend/contract/change.ts'
import type { ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { noteSwitchAnswer } from '#backend/carrier/switch-answer.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import type { By } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import type { Instant } from '#domain/tokyo.ts'
import { switchRefusedMessage } from './messages.ts'

const history = { table: 'high_speed_change', newestBy: 'sequence' } as const

/** A change of the member's switch that the carrier refused is turned back, so that the switch shows what the line does. */
export function onSwitchAnswer(deps: { queue: JobQueue; commit: Commit; sealing: Sealing }) {
  const { queue, commit, sealing } = deps
  return async (tx: Db, outcome: ExchangeOutcome, now: Instant) => {
    const { request, lineId, contractId, exchangeId } = outcome
    if (request.type !== 'command' || request.command !== 'high-speed' || lineId === null) return
    const refused = await noteSwitchAnswer(tx, queue, history, outcome, now)
    if (refused === undefined) return
    const change = { high_speed_on: !refused.wanted }
    const by: By = { actor: 'carrier', contractId, now }
    const row = await changeLine(tx, { contractId, lineId }, change, by)
    const line = lineWords(row, sealing)
    await commit.change(tx, by, {
      action: 'high-speed-switch-refused',
      target: lineId,
      details: { changeId: exchangeId },
      message: (accountId) => switchRefusedMessage({ accountId, exchangeId, line, ...refused }),
    })
  }
}
