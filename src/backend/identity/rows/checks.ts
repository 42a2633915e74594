import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertIfNew, updateRows } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { notFound } from '#backend/refusal.ts'
import { comparedSchema, type Compared } from '#backend/verified-identity.ts'
import { identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import type { Evidence } from '#domain/identity/methods.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'

export type CheckRow = Selectable<Database['identity_check']>

export const expectedAad = (checkId: string) => `identity_check.expected:${checkId}`

/** What the document of the last session was compared with; undefined before the first session. */
export function openCompared(
  sealing: Sealing,
  { check_id: checkId, expected_sealed: sealed }: Pick<CheckRow, 'check_id' | 'expected_sealed'>,
) {
  if (sealed === null) return undefined
  return comparedSchema.parse(JSON.parse(sealing.open(expectedAad(checkId), sealed)))
}

const evidence = z.object({
  method: z.enum(namesOf(identityMethods)),
  document: z.enum(namesOf(identityDocuments)),
  reference: z.string(),
}) satisfies z.ZodType<Evidence>

export const sealEvidence = (sealing: Sealing, aad: string, said: Evidence) =>
  sealing.seal(aad, JSON.stringify(said))

export const openEvidence = (sealing: Sealing, aad: string, sealed: string | null) =>
  sealed === null ? undefined : evidence.parse(JSON.parse(sealing.open(aad, sealed)))

export const evidenceAad = (checkId: string) => `identity_check.evidence:${checkId}`

export function hasLiveSession({ session_id, expires_at }: CheckRow, now: Instant): boolean {
  if (session_id === null) return false
  return expires_at === null || isBefore(now, expires_at)
}

/** Opens the check an order waits for. Repeating it for the same order changes nothing. */
export async function openCheck(
  tx: Db,
  check: { accountId: string; contractId: string | null; orderNo: string; now: Instant },
) {
  await insertIfNew(
    tx,
    'identity_check',
    {
      account_id: check.accountId,
      check_id: newId('idc'),
      contract_id: check.contractId,
      order_no: check.orderNo,
      state: 'waiting',
      opened_at: check.now,
      changed_at: check.now,
    },
    'order_no',
  )
}

export async function findCheckOfOrder(
  db: Db,
  accountId: string,
  orderNo: string,
): Promise<CheckRow | undefined> {
  return findRow(db, 'identity_check', { account_id: accountId, order_no: orderNo })
}

/** @throws RefusalError NOT_FOUND also for another account's check. */
export async function lockCheck(tx: Db, accountId: string, checkId: string): Promise<CheckRow> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('check_id', '=', checkId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** The check whose current session this is; undefined where the check was begun again since. */
export async function findCheckOfSession(db: Db, sessionId: string): Promise<CheckRow | undefined> {
  return findRow(db, 'identity_check', { session_id: sessionId })
}

/** Checks whose session may have come to something. */
export async function findOpenSessions(db: Db): Promise<CheckRow[]> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('state', 'in', ['waiting', 'reading', 'unreadable'])
    .where('session_id', 'is not', null)
    .orderBy('changed_at')
    .limit(500)
    .execute()
}

/** Notes the session that was opened at the reader. A start that another one has overtaken changes nothing. */
export async function saveSession(
  db: Db,
  sealing: Sealing,
  row: CheckRow,
  opened: {
    readonly sessionId: string
    readonly expiresAt: string
    readonly attempt: number
    readonly compared: Compared
  },
) {
  const { account_id: accountId, check_id: checkId } = row
  await updateRows(
    db,
    'identity_check',
    { account_id: accountId, check_id: checkId, attempts: row.attempts, round: row.round },
    {
      session_id: opened.sessionId,
      expires_at: Temporal.Instant.from(opened.expiresAt),
      attempts: opened.attempt,
      expected_sealed: sealing.seal(expectedAad(checkId), JSON.stringify(opened.compared)),
    },
  )
}
