import type { AreaDeps, AreaWork, IdentityListener } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { identityHandlers } from './api.ts'
import { identityDecisionsJob } from './commands/decide-review.ts'
import type { FindSubject } from './commands/prepare-check.ts'
import { completeRecords } from './commands/record-identity.ts'
import { finishReading, startReading } from './commands/start-reading.ts'
import { carryOutDecisions, pollOpenSessions, takeReading } from './commands/take-reading.ts'

/**
 * @param listeners of the areas whose orders wait for a check; these areas are made before this one
 * @param findSubject what a check compares where that is not what is registered
 */
export function createIdentityArea(
  shared: AreaDeps,
  identity: IdentityPort,
  listeners: readonly IdentityListener[],
  findSubject: FindSubject,
) {
  const deps = { ...shared, identity, listeners, findSubject, now: shared.clock.now }
  const work: AreaWork = {
    jobs: [runJob(identityDecisionsJob, () => carryOutDecisions(deps))],
    tasks: [
      { name: 'identity sessions', run: () => pollOpenSessions(deps) },
      { name: 'identity decisions', run: () => carryOutDecisions(deps) },
      { name: 'identity records', run: () => completeRecords(deps) },
    ],
  }
  const readings = {
    start: (accountId: string, checkId: string, sessionHash?: string) =>
      startReading(deps, { accountId, checkId, sessionHash }),
    finish: (accountId: string, checkId: string) => finishReading(deps, { accountId, checkId }),
    takeReading: (reading: Parameters<typeof takeReading>[1]) => takeReading(deps, reading),
  }
  return { handlers: identityHandlers(deps), work, readings }
}
