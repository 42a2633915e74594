import type { AreaDeps, AreaWork, IdentityListener, AreaHandlers } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { identityDecisionsJob } from './commands/decide-review.ts'
import { type FindSubject, prepareCheck } from './commands/prepare-check.ts'
import { completeRecords } from './commands/record-identity.ts'
import { finishReading, startReading } from './commands/start-reading.ts'
import { carryOutDecisions, pollOpenSessions, takeReading } from './commands/take-reading.ts'
import { accountOf } from '#backend/caller.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { isOfOtherSession, toWireCheck } from './queries.ts'
import { findCheckOfOrder } from './rows/checks.ts'

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

function identityHandlers(
  deps: StepDeps & { readonly publicUrl: string; readonly findSubject: FindSubject },
) {
  return {
    async identityCheckGet({ query }, caller) {
      const row = await findCheckOfOrder(caller.db, accountOf(caller).accountId, query.orderNo)
      if (!row) throw new RefusalError('NOT_FOUND')
      return toWireCheck(row)
    },

    async identityCheckPost({ body }, caller) {
      const { db, now } = caller
      const who = { ...accountOf(caller), now }
      const subject = await deps.findSubject(db, who.accountId, body.orderNo)
      if (isOfOtherSession(subject, caller.signedIn?.sessionHash))
        throw new RefusalError('IDENTITY_ON_OTHER_DEVICE')
      return prepareCheck(db, deps, who, { ...body, subject })
    },
  } satisfies AreaHandlers
}
