import { createWebauthn } from '#backend/adapters/webauthn.ts'
import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, isProven, signedInOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { Sessions } from '#backend/login/sessions.ts'
import { deviceOf } from '#backend/session-device.ts'
import type { Assertion } from '#protocol/passkey.ts'
import {
  addPasskey,
  beginAdding,
  type PasskeyDeps,
  type SessionWho,
} from './commands/add-passkey.ts'
import { removePasskey, renamePasskey } from './commands/keep-passkeys.ts'
import { beginIdentityProof, takeIdentityProof } from './commands/prove-identity.ts'
import { beginProving, provePasskey } from './commands/prove-passkey.ts'
import type { WelcomeDeps } from './commands/welcome-device.ts'
import { listPasskeys, readIdentityProof, subjectOfProof, toWire } from './queries.ts'
import type { PasskeyRow } from './rows.ts'

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

/** Passkeys of the account, and proofs by the IC chip (protocol/passkey.ts). */
function passkeyHandlers(deps: PasskeyDeps & Pick<AreaDeps, 'publicUrl'>) {
  const { sealing } = deps
  const read = async (caller: Caller) => {
    const deviceHash = await deviceOf(caller.db, caller)
    return listPasskeys(caller.db, sealing, { ...accountOf(caller), deviceHash, now: caller.now })
  }
  const show = async (caller: Caller, row: PasskeyRow) =>
    toWire(sealing, row, { deviceHash: await deviceOf(caller.db, caller), now: caller.now })
  return {
    passkeysGet: (_, caller) => read(caller),

    passkeysBeginPost: (_, caller) => beginAdding(caller.db, deps, sessionWhoOf(caller)),

    async passkeysPost({ body: { response } }, caller) {
      const request = { response, isProvenStrongly: isProven('strong', caller) }
      return show(caller, await addPasskey(caller.db, deps, sessionWhoOf(caller), request))
    },

    passkeysNamePut: async ({ body }, caller) =>
      show(caller, await renamePasskey(caller.db, deps, whoOfAccount(caller), body)),

    async passkeysDelete({ query: { passkeyId, reason } }, caller) {
      const request = { passkeyId, isLost: reason === 'lost' }
      const endedLogins = await removePasskey(caller.db, deps, sessionWhoOf(caller), request)
      return { ...(await read(caller)), endedLogins }
    },

    passkeysProofBeginPost: (_, caller) => beginProving(caller.db, deps, sessionWhoOf(caller)),

    identityProofPost: ({ body: { back } }, caller) =>
      beginIdentityProof(caller.db, deps, sessionWhoOf(caller), back),

    identityProofGet: (_, caller) => {
      const { accountId, sessionHash } = signedInOf(caller)
      return readIdentityProof(caller.db, accountId, sessionHash)
    },
  } satisfies AreaHandlers
}

const sessionWhoOf = (caller: Caller): SessionWho => ({
  ...whoOfAccount(caller),
  sessionHash: signedInOf(caller).sessionHash,
})
