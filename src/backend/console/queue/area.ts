import type { Findings, NamedFinding } from '#backend/finding.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Instant } from '#domain/tokyo.ts'
import { workItems, type WorkItem } from '#vocabulary/console-queue.ts'
import { queueHandlers } from './api.ts'
import type { QueueDeps } from './commands/decide-item.ts'
import { carryOutDecision, carryOutDue } from './commands/end-decision.ts'
import { queueFindings } from './findings.ts'
import type { ItemKind } from './queries/streams.ts'

/**
 * The queues of the staff's console: everything that waits for a person, by when it is due, and what staff decide of it.
 * @param findings of the house, by their names
 */
export function createQueueArea(
  shared: ProcedureDeps,
  findings: ReadonlyMap<string, NamedFinding>,
) {
  const own: Findings = queueFindings
  const all = [
    ...findings.values(),
    ...Object.entries(own).map(([name, finding]) => ({ ...finding, name })),
  ]
  const kinds = new Map(all.map((finding) => [finding.name, kindOf(finding)]))
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
  }
}

/** @throws Error for a finding whose row would have no heading, or that lies in a queue with a list of its own */
function kindOf(finding: NamedFinding): ItemKind {
  const { name, queue } = finding
  if (!isWorkItem(name))
    throw new Error(`${name} has no heading in src/vocabulary/console-queue.ts`)
  if (queue === 'ticket' || queue === 'approval') throw new Error(`${queue} has a list of its own`)
  return { ...finding, name, queue }
}

const isWorkItem = (name: string): name is WorkItem => Object.hasOwn(workItems, name)
