import type { AreaAfterCommit, AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf, requireProof, type SignedIn } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { RefusalError } from '#backend/refusal.ts'
import { answerSurvey } from './commands/answer-survey.ts'
import { beginLink, continueLink } from './commands/begin-link.ts'
import { changeConsent } from './commands/change-consent.ts'
import { takeCode, unlink, type LinkDeps } from './commands/finish-link.ts'
import { readConsent, readLink } from './queries/status.ts'
import { listSurveys } from './queries/surveys.ts'

/** The points partner (protocol/partner.ts): what the account lets it know, and who the member is there. */
export function partnerHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  return {
    optInStatusGet: (_, caller) =>
      readConsent(caller.db, { ...accountOf(caller), now: caller.now }),
    async optInRegisterPost({ body }, caller) {
      await changeConsent(caller.db, deps, whoOfAccount(caller), body)
      return readConsent(caller.db, { ...accountOf(caller), now: caller.now })
    },

    linkRidMemberInfoGet: (_, caller) => readLink(caller.db, deps, accountOf(caller)),
    async linkRidRegisterPost({ body }, caller) {
      if (body.step === 'begin') {
        requireProof('secondFactor', caller)
        await beginLink(caller.db, deps, whoOfAccount(caller), body.back)
      } else await takeCode(caller.db, deps, signedInOf(caller), body, caller.now)
      return readLink(caller.db, deps, accountOf(caller))
    },
    async linkRidRegisterDelete(_, caller) {
      await unlink(caller.db, deps, whoOfAccount(caller))
      return readLink(caller.db, deps, accountOf(caller))
    },

    enqueteGet: (_, caller) => listSurveys(caller.db, { ...accountOf(caller), now: caller.now }),
    enquetePost: ({ body }, caller) => answerSurvey(caller.db, deps, whoOfAccount(caller), body),
  } satisfies AreaHandlers
}

export const partnerAfterCommit = (deps: LinkDeps) =>
  ({
    linkRidRegisterPost: (_, caller) => continueLink(deps, signedInOf(caller), caller.now),
  }) satisfies AreaAfterCommit

function signedInOf({ signedIn }: { readonly signedIn: SignedIn | undefined }): SignedIn {
  if (signedIn === undefined) throw new RefusalError('NOT_SIGNED_IN')
  return signedIn
}
