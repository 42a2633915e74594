import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import { askAtAge } from './commands/ask-again.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { answerConsent } from './commands/record-consent.ts'
import { readConsents } from './queries.ts'

export function createGuardianArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'consents of users who are 18', run: (now) => askAtAge(deps, now) }],
  }
  return { handlers: guardianHandlers(deps), work }
}

function guardianHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  return {
    guardianConsentGet: (_, caller) => readConsents(caller.db, deps, memberOf(caller)),

    async guardianConsentPost({ body }, caller) {
      await answerConsent(caller.db, deps, whoOf(caller), body)
      return readConsents(caller.db, deps, memberOf(caller))
    },
  } satisfies AreaHandlers
}
