import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import { isSettled } from '#domain/passkey/passkey.ts'
import { passkeyStates } from '#domain/passkey/passkey-states.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { IDENTITY_PROOF_MINUTES, MAX_PASSKEYS } from '#vocabulary/passkey.ts'
import {
  findPasskeys,
  findProof,
  findProofOfSession,
  nameAad,
  type PasskeyRow,
  type ProofRow,
} from './rows.ts'

type Of = {
  readonly accountId: string
  /** The browser that asks. */
  readonly deviceHash: string | undefined
  readonly now: Instant
}

/** The account's passkeys (wire). */
export async function listPasskeys(db: Db, sealing: Sealing, of: Of) {
  const rows = await findPasskeys(db, of.accountId)
  return { passkeys: rows.map((row) => toWire(sealing, row, of)), limit: MAX_PASSKEYS }
}

export function toWire(
  sealing: Sealing,
  row: PasskeyRow,
  { deviceHash, now }: Pick<Of, 'deviceHash' | 'now'>,
) {
  return {
    passkeyId: row.passkey_id,
    name: sealing.open(nameAad(row.passkey_id), row.name_sealed),
    state: row.state,
    stateLabel: passkeyStates.words(row.state).label,
    isSynced: row.is_synced,
    addedAt: formatRfc3339(row.added_at),
    ...(!isSettled(row.settles_at, now) && { settlesAt: formatRfc3339(row.settles_at) }),
    ...(row.last_used_at && { lastUsedAt: formatRfc3339(row.last_used_at) }),
    device: deviceWords(row.user_agent),
    isThisDevice: row.device_hash !== null && row.device_hash === deviceHash,
  }
}

/** Whether the account has a passkey that can be shown. */
export const hasPasskey = async (db: Db, accountId: string): Promise<boolean> =>
  (await findPasskeys(db, accountId)).some(({ state }) => state === 'active')

/** The proof by the IC chip that this session has begun (wire). */
export async function readIdentityProof(db: Db, accountId: string, sessionHash: string) {
  const proof = await findProofOfSession(db, accountId, sessionHash)
  return proof === undefined ? {} : { check: await checkOfOrder(db, accountId, proof.proof_no) }
}

/** It was given, or its time has run out. */
export const isProofOver = (
  { begun_at: begunAt, proved_at: provedAt }: ProofRow,
  now: Instant,
): boolean => provedAt !== null || !isBefore(now, begunAt.add({ minutes: IDENTITY_PROOF_MINUTES }))

/**
 * Whom the chip must name: the holder as last verified by a document; only where nobody ever was, as registered. What a stranger has
 * typed into the profile is no measure.
 */
export async function subjectOfProof(
  db: Db,
  sealing: Sealing,
  { accountId, orderNo, now }: { accountId: string; orderNo: string; now: Instant },
) {
  const proof = await findProof(db, accountId, orderNo)
  if (proof === undefined) return undefined
  const subject =
    (await readVerifiedIdentity(db, sealing, accountId)) ??
    (await readHolder(db, sealing, accountId))
  const { name, kana, birth, address } = subject
  return { name, kana, birth, address, isOver: isProofOver(proof, now) }
}
