import type { Selectable } from 'kysely'
import type { KnownCredential } from '#backend/adapters/webauthn.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow, lockRow, not, rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { notFound } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import { CHALLENGE_MINUTES } from '#vocabulary/passkey.ts'

export type PasskeyRow = Selectable<Database['passkey']>

/** As the library reads it. */
export const toCredential = (row: PasskeyRow): KnownCredential => ({
  id: row.credential_id,
  publicKey: row.public_key,
  transports: row.transports,
})

export const nameAad = (passkeyId: string) => `passkey.name:${passkeyId}`

/** Those that have not been removed, the oldest first. */
export const findPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  rowsOf(db, 'passkey', { account_id: accountId, state: not('removed') }, 'added_at')

/** Those that can be shown, locked: of two additions the second sees what the first added. */
export async function lockPasskeys(tx: Db, accountId: string): Promise<PasskeyRow[]> {
  await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return findPasskeys(tx, accountId)
}

/** @throws RefusalError NOT_FOUND also for another account's */
export const lockPasskey = (tx: Db, accountId: string, passkeyId: string): Promise<PasskeyRow> =>
  tx
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('passkey_id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/** The passkey of this account that the browser names; undefined for a removed one and for another account's. */
export const lockByCredential = (
  tx: Db,
  accountId: string,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  lockRow(tx, 'passkey', {
    account_id: accountId,
    credential_id: credentialId,
    state: not('removed'),
  })

/** Registered with whomever, removed ones included. */
export const isCredentialKnown = async (db: Db, credentialId: string): Promise<boolean> =>
  (await findRow(db, 'passkey', { credential_id: credentialId })) !== undefined

type ForSession = {
  readonly sessionHash: string
  readonly purpose: 'add' | 'prove'
  readonly now: Instant
}

export const writeChallenge = (
  tx: Db,
  challenge: string,
  { sessionHash, purpose, now }: ForSession,
) =>
  insertRow(tx, 'passkey_challenge', {
    challenge,
    session_hash: sessionHash,
    purpose,
    created_at: now,
    used_at: null,
  })

/** Counts once, in the session it was given to, for a few minutes. @returns whether it counted */
export async function takeChallenge(
  tx: Db,
  challenge: string | undefined,
  { sessionHash, purpose, now }: ForSession,
): Promise<boolean> {
  if (challenge === undefined) return false
  const taken = await tx
    .updateTable('passkey_challenge')
    .set({ used_at: now })
    .where('challenge', '=', challenge)
    .where('session_hash', '=', sessionHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', now.subtract({ minutes: CHALLENGE_MINUTES }))
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

export type ProofRow = Selectable<Database['identity_proof']>

export const insertProof = (tx: Db, row: Omit<ProofRow, 'proved_at'>) =>
  insertRow(tx, 'identity_proof', { ...row, proved_at: null })

/** The newest proof by the IC chip that this session has begun. */
export const findProofOfSession = (
  db: Db,
  accountId: string,
  sessionHash: string,
): Promise<ProofRow | undefined> =>
  db
    .selectFrom('identity_proof')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('session_hash', '=', sessionHash)
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findProof = (db: Db, accountId: string, proofNo: string) =>
  findRow(db, 'identity_proof', { account_id: accountId, proof_no: proofNo })

/** @returns whether it had not been given before */
export async function noteProved(
  tx: Db,
  { account_id: accountId, proof_no: proofNo }: ProofRow,
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_proof')
    .set({ proved_at: now })
    .where('account_id', '=', accountId)
    .where('proof_no', '=', proofNo)
    .where('proved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Proofs by the IC chip that the account has begun since then. */
export async function countProofsSince(db: Db, accountId: string, since: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('identity_proof')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
