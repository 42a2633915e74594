import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { RefusalError } from '#backend/refusal.ts'
import { lineTerms } from '#backend/sim/terms.ts'

/** Applications for a contract, from the first answer to acceptance (protocol/application.ts). */
export function createApplicationArea() {
  const notYet = async () => {
    throw new RefusalError('APPLICATION_NONE')
  }
  const handlers = {
    applicationGet: async () => ({
      state: 'none' as const,
      stateLabel: '',
      version: 0,
      answers: { lines: [] },
      holderKnown: {},
      steps: [],
      next: { step: 'plan' as const },
      account: { signedIn: false, signInAgain: false, hasContract: false },
      identity: { state: 'not_required' as const, stateLabel: '' },
      optionsOffered: [],
    }),
    applicationPut: notYet,
    applicationDelete: notYet,
    applicationLinkPost: notYet,
    applicationResumePost: notYet,
    applicationOneStopPost: notYet,
    applicationIdentityPost: notYet,
    applicationCardPost: notYet,
    applicationTermsGet: async () => ({ ...lineTerms, summary: [...lineTerms.summary] }),
    applicationQuoteGet: notYet,
    applicationSubmitPost: notYet,
    applicationStatusPost: notYet,
    applicationStatusGet: notYet,
    applicationWithdrawPost: notYet,
  } satisfies AreaHandlers
  const work: AreaWork = {}
  return { handlers, work }
}
