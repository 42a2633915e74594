import { createHash } from 'node:crypto'
import { brand } from '#brand'
import { challengeIn, type Webauthn } from '#backend/adapters/webauthn.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { browserOfSession } from '#backend/login/devices.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import { settlesAt } from '#domain/passkey/passkey.ts'
import type { Attestation } from '#protocol/passkey.ts'
import { MAX_PASSKEYS } from '#vocabulary/passkey.ts'
import {
  isCredentialKnown,
  lockPasskeys,
  nameAad,
  takeChallenge,
  toCredential,
  writeChallenge,
  type PasskeyRow,
} from '../rows.ts'
import { passkeys } from '../steps.ts'

export type SessionWho = AccountWho & { readonly sessionHash: string }

export type PasskeyDeps = StepDeps & { readonly sealing: Sealing; readonly webauthn: Webauthn }

/** What the account is called by its keys: nothing that could be traced to it. */
const userIdOf = (accountId: string) =>
  new Uint8Array(createHash('sha256').update(`passkey\0${accountId}`).digest())

/**
 * What the browser makes a passkey from.
 * @throws RefusalError PASSKEY_LIMIT
 */
export async function beginAdding(
  tx: Db,
  { sealing, webauthn }: PasskeyDeps,
  { accountId, sessionHash, now }: SessionWho,
) {
  const known = await lockPasskeys(tx, accountId)
  requireRoom(known)
  const { email } = await readProfile(tx, sealing, accountId)
  const options = await webauthn.creationOptions({
    userId: userIdOf(accountId),
    userName: email || brand.account,
    known: known.map(toCredential),
  })
  await writeChallenge(tx, options.challenge, { sessionHash, purpose: 'add', now })
  return options
}

/**
 * Registers the passkey that the browser has made; every contact is written to.
 * @param isProvenStrongly by a passkey or the IC chip: then the new one makes devices known at once
 * @throws RefusalError PASSKEY_CHALLENGE_OVER, PASSKEY_NOT_VERIFIED, PASSKEY_KNOWN, PASSKEY_LIMIT
 */
export async function addPasskey(
  tx: Db,
  deps: PasskeyDeps,
  who: SessionWho,
  { response, isProvenStrongly }: { response: Attestation; isProvenStrongly: boolean },
): Promise<PasskeyRow> {
  const { accountId, sessionHash, now } = who
  requireRoom(await lockPasskeys(tx, accountId))
  const challenge = challengeIn(response.response.clientDataJSON)
  const isOurs = await takeChallenge(tx, challenge, { sessionHash, purpose: 'add', now })
  if (challenge === undefined || !isOurs) throw new RefusalError('PASSKEY_CHALLENGE_OVER')
  const made = await deps.webauthn.verifyCreation(response, challenge)
  if (made === undefined) throw new RefusalError('PASSKEY_NOT_VERIFIED')
  if (await isCredentialKnown(tx, made.id)) throw new RefusalError('PASSKEY_KNOWN')
  const browser = await browserOfSession(tx, sessionHash)
  const passkeyId = newId('pk')
  const name = deviceWords(browser.userAgent)
  return takeFirstStep(tx, deps, who, passkeys, {
    step: 'added',
    values: {
      account_id: accountId,
      passkey_id: passkeyId,
      credential_id: made.id,
      public_key: made.publicKey,
      sign_count: made.counter,
      transports: [...made.transports],
      name_sealed: deps.sealing.seal(nameAad(passkeyId), name),
      is_synced: made.isSynced,
      added_at: now,
      settles_at: settlesAt(now, isProvenStrongly),
      last_used_at: null,
      device_hash: browser.deviceHash,
      user_agent: browser.userAgent,
    },
  })
}

function requireRoom(known: readonly PasskeyRow[]) {
  if (known.length >= MAX_PASSKEYS) throw new RefusalError('PASSKEY_LIMIT')
}
