import type { AreaAfterCommit, AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import type { Oidc } from '#backend/platform/oidc.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Db } from '#backend/db/connect.ts'
import { createLinkService } from './link-service.ts'
import { findPartnerId } from './links.ts'
import { answerSurvey, listSurveys } from './survey-service.ts'
import { consentStatus, sayConsent } from './service.ts'
import { partnerHeld } from './held.ts'

/** The points partner (protocol/partner.ts): what the account lets it know, and who the member is there. */
export function createPartnerArea(deps: AreaDeps, oidc: Oidc, issuer: string) {
  const { outbox } = deps
  const link = createLinkService({ ...deps, oidc, issuer })
  const handlers = {
    optInStatusGet: (_, caller) => consentStatus(caller),
    optInRegisterPost: ({ body }, caller) => sayConsent(caller, outbox, body),

    linkRidMemberInfoGet: (_, caller) => link.status(caller.db, accountOf(caller).accountId),
    async linkRidRegisterPost({ body }, caller) {
      if (body.step === 'begin') return link.begin(caller, body.back)
      const { db, now, signedIn } = caller
      if (!signedIn) throw new RefusalError('NOT_SIGNED_IN')
      await link.take(db, signedIn, body, now)
      return link.status(db, signedIn.accountId)
    },
    enqueteGet: (_, caller) => listSurveys(caller),
    enquetePost: ({ body }, caller) => answerSurvey(caller, deps.sealing, body),

    linkRidRegisterDelete: (_, caller) => link.unlink(caller),
  } satisfies AreaHandlers

  const afterCommit = {
    linkRidRegisterPost(_, { signedIn, now }) {
      if (!signedIn) throw new RefusalError('NOT_SIGNED_IN')
      return link.goOn(signedIn, now)
    },
  } satisfies AreaAfterCommit

  const work: AreaWork = {
    held: partnerHeld,
    tasks: [{ name: 'visits to the points partner', run: link.letGo }],
  }
  return {
    handlers,
    afterCommit,
    work,
    takeReturn: link.takeReturn,
    findPartnerId: (db: Db, accountId: string) => findPartnerId(db, deps.sealing, accountId),
  }
}
