import type { AreaAfterCommit, AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, requireProof, type SignedIn } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import type { Oidc } from '#backend/platform/oidc.ts'
import { RefusalError } from '#backend/refusal.ts'
import { answerSurvey } from './commands/answer-survey.ts'
import { beginLink, continueLink } from './commands/begin-link.ts'
import { changeConsent } from './commands/change-consent.ts'
import {
  abandonLeftVisits,
  takeCode,
  takePartnerReturn,
  unlink,
  type LinkDeps,
  type ReturnedVisit,
} from './commands/finish-link.ts'
import { readConsent, readLink } from './queries/status.ts'
import { listSurveys } from './queries/surveys.ts'

export function createPartnerArea(shared: AreaDeps, oidc: Oidc, issuer: string) {
  const deps = { ...shared, oidc, issuer }
  const work: AreaWork = {
    tasks: [{ name: 'visits to the points partner', run: (now) => abandonLeftVisits(deps, now) }],
  }
  return {
    handlers: partnerHandlers(deps),
    afterCommit: partnerAfterCommit(deps),
    work,
    takeReturn: (signedIn: SignedIn, returned: ReturnedVisit, now: Temporal.Instant) =>
      takePartnerReturn(deps, signedIn, returned, now),
  }
}

/** The points partner (protocol/partner.ts): what the account lets it know, and who the member is there. */
function partnerHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
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

const partnerAfterCommit = (deps: LinkDeps) =>
  ({
    linkRidRegisterPost: (_, caller) => continueLink(deps, signedInOf(caller), caller.now),
  }) satisfies AreaAfterCommit

function signedInOf({ signedIn }: { readonly signedIn: SignedIn | undefined }): SignedIn {
  if (signedIn === undefined) throw new RefusalError('NOT_SIGNED_IN')
  return signedIn
}
