import type { NamedFinding } from '#backend/finding.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { queueHandlers } from './api.ts'
import type { QueueDeps } from './commands/decide-item.ts'
import { carryOutDecision, carryOutDue } from './commands/end-decision.ts'
import { settleCases } from './commands/settle-cases.ts'
import { kindsOf } from './queries/kinds.ts'

/**
 * The queues of the staff's console: everything that waits for a person, by when it is due, and what staff decide of it.
 * @param findings of the house, by their names
 */
export function createQueueArea(
  shared: ProcedureDeps,
  findings: ReadonlyMap<string, NamedFinding>,
) {
  const kinds = kindsOf(findings)
  const deps = async (): Promise<QueueDeps> => ({
    ...shared,
    kinds,
    isHoliday: await holidayCalendar(),
  })
  return {
    handlers: queueHandlers(deps),
    work: {},
    carryOut: async (decisionId: string, now: Instant) =>
      carryOutDecision(await deps(), decisionId, now),
    carryOutDue: async (now: Instant) => carryOutDue(await deps(), now),
    settleCases: async (now: Instant) => settleCases(await deps(), now),
  }
}
