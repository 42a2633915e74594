import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { consentStatus, sayConsent } from './service.ts'

/** The points partner (protocol/partner.ts): what the account lets it know. */
export function createPartnerArea({ outbox }: AreaDeps) {
  const handlers = {
    optInStatusGet: (_, caller) => consentStatus(caller),
    optInRegisterPost: ({ body }, caller) => sayConsent(caller, outbox, body),
  } satisfies AreaHandlers
  const work: AreaWork = {}
  return { handlers, work }
}
