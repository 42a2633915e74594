import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf, isProven, signedInOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { deviceOf } from '#backend/session-device.ts'
import {
  addPasskey,
  beginAdding,
  type PasskeyDeps,
  type SessionWho,
} from './commands/add-passkey.ts'
import { removePasskey, renamePasskey } from './commands/keep-passkeys.ts'
import { beginIdentityProof } from './commands/prove-identity.ts'
import { beginProving } from './commands/prove-passkey.ts'
import { listPasskeys, readIdentityProof, toWire } from './queries.ts'
import type { PasskeyRow } from './rows.ts'

/** Passkeys of the account, and proofs by the IC chip (protocol/passkey.ts). */
export function passkeyHandlers(deps: PasskeyDeps & Pick<AreaDeps, 'publicUrl'>) {
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
