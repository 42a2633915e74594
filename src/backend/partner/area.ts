import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { SignedIn } from '#backend/caller.ts'
import type { Oidc } from '#backend/platform/oidc.ts'
import { partnerAfterCommit, partnerHandlers } from './api.ts'
import { abandonLeftVisits, takePartnerReturn, type ReturnedVisit } from './commands/finish-link.ts'

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
