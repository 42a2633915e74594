import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf, updateRows } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { startOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { ProofPurpose } from '#vocabulary/console-record.ts'

export type ProofRow = Selectable<Database['caller_proof']>

/** Keyed, and bound to the account: somebody else's code is no code. */
export const hashOfProof = (sealing: Sealing, accountId: string, code: string) =>
  sealing.index(`caller proof ${accountId}`, code)

/** Codes of an account that can still be typed, the newest first, locked. */
export const lockOpenCodes = (
  tx: Db,
  accountId: string,
  purpose: ProofPurpose,
  now: Instant,
): Promise<ProofRow[]> =>
  tx
    .selectFrom('caller_proof')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'begun')
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('begun_at', 'desc')
    .forUpdate()
    .execute()

export const proofsOfGrant = (db: Db, accountId: string, grantId: string): Promise<ProofRow[]> =>
  rowsOf(db, 'caller_proof', { account_id: accountId, grant_id: grantId }, 'begun_at')

/** Wrong answers about an account today, whoever asked. */
export async function countWrongAnswers(tx: Db, accountId: string, now: Instant): Promise<number> {
  const { tries } = await tx
    .selectFrom('caller_proof')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('tries'), eb.lit(0)).as('tries'))
    .where('account_id', '=', accountId)
    .where('way', '=', 'answers')
    .where('begun_at', '>=', startOfDay(toTokyoDate(now)))
    .executeTakeFirstOrThrow()
  return tries
}

/** Codes sent to the contacts of an account since then. */
export async function countSentCodes(tx: Db, accountId: string, since: Instant): Promise<number> {
  const { count } = await tx
    .selectFrom('caller_proof')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('way', 'in', ['mail', 'sms'])
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export const findOverdueProofs = (tx: Db, now: Instant): Promise<ProofRow[]> =>
  tx
    .selectFrom('caller_proof')
    .selectAll()
    .where('state', '=', 'begun')
    .where('expires_at', '<=', now)
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()

/** One more wrong code. */
export const setTries = (tx: Db, row: ProofRow, tries: number) =>
  updateRows(tx, 'caller_proof', { account_id: row.account_id, proof_id: row.proof_id }, { tries })
