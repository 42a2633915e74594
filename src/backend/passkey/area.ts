import { createWebauthn } from '#backend/adapters/webauthn.ts'
import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { Sessions } from '#backend/login/sessions.ts'
import type { Assertion } from '#protocol/passkey.ts'
import { passkeyHandlers } from './api.ts'
import type { SessionWho } from './commands/add-passkey.ts'
import { takeIdentityProof } from './commands/prove-identity.ts'
import { provePasskey } from './commands/prove-passkey.ts'
import type { WelcomeDeps } from './commands/welcome-device.ts'
import { subjectOfProof } from './queries.ts'

/** Our own second factor beside the provider's, and what proves a person more strongly than either (docs/decisions/111). */
export function createPasskeyArea(
  shared: AreaDeps & { readonly sessions: Sessions },
  releaseHolds: WelcomeDeps['releaseHolds'],
) {
  const { sealing, clock, publicUrl } = shared
  const deps = { ...shared, webauthn: createWebauthn(publicUrl), releaseHolds }
  const work: AreaWork = {
    onIdentity: [(tx, concluded, now) => takeIdentityProof(tx, deps, concluded, now)],
  }
  const findSubject: FindSubject = (db, accountId, orderNo) =>
    subjectOfProof(db, sealing, { accountId, orderNo, now: clock.now() })
  const prove = (who: SessionWho, response: Assertion) => provePasskey(deps, who, response)
  return { handlers: passkeyHandlers(deps), work, findSubject, prove }
}
