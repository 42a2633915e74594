import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow } from '#backend/db/rows.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'

export type LinkRow = Selectable<Database['partner_link']>
type VisitRow = Selectable<Database['partner_link_attempt']>

/** Minutes a visit to the partner may take. */
const VISIT_MINUTES = 10

export const idAad = (accountId: string) => `partner_link.partner_id:${accountId}`
export const codeAad = (stateHash: string) => `partner_link_visit.code:${stateHash}`
export const checksAad = (stateHash: string) => `partner_link_visit.checks:${stateHash}`

export const surveyAnswersAad = (accountId: string, surveyId: string) =>
  `survey_answer.answers:${accountId}:${surveyId}`

type Checks = { state: string; nonce: string; verifier: string }

export function findLink(db: Db, accountId: string): Promise<LinkRow | undefined> {
  return findRow(db, 'partner_link', { account_id: accountId })
}

export const openPartnerId = (sealing: Sealing, row: LinkRow) =>
  row.partner_id_sealed === null
    ? undefined
    : sealing.open(idAad(row.account_id), row.partner_id_sealed)

/** The partner's id by which the account spends and earns points; undefined while it is not linked. */
export async function findPartnerId(db: Db, sealing: Sealing, accountId: string) {
  const row = await findLink(db, accountId)
  return row?.status === 'linked' ? openPartnerId(sealing, row) : undefined
}

/**
 * Locks the partner's id: of two accounts that come back with one id at the same moment the second sees the first.
 * @returns false when the partner's id is linked to another account: nothing is written then.
 */
export async function isPartnerIdFree(tx: Db, sealing: Sealing, accountId: string, id: string) {
  const index = sealing.index('partner id', id)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`partner id ${index}`}, 0))`.execute(tx)
  const taken = await tx
    .selectFrom('partner_link')
    .select('account_id')
    .where('partner_id_index', '=', index)
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  return taken === undefined
}

/** The columns of a link that is made. */
export const linkedTo = (
  sealing: Sealing,
  { accountId, partnerId, now }: { accountId: string; partnerId: string; now: Instant },
) => ({
  partner_id_sealed: sealing.seal(idAad(accountId), partnerId),
  partner_id_index: sealing.index('partner id', partnerId),
  linked_at: now,
})

export async function insertVisit(
  db: Db,
  sealing: Sealing,
  visit: { accountId: string; sessionHash: string; backPath: string; checks: Checks },
  now: Instant,
) {
  const stateHash = hashSecret(visit.checks.state)
  await insertRow(db, 'partner_link_attempt', {
    account_id: visit.accountId,
    state_hash: stateHash,
    session_hash: visit.sessionHash,
    checks_sealed: sealing.seal(checksAad(stateHash), JSON.stringify(visit.checks)),
    back_path: visit.backPath,
    begun_at: now,
    code_sealed: null,
    used_at: null,
  })
}

/** Takes a visit once, in time, and by the session that began it; the code is stored until it is exchanged. */
export function takeVisit(
  db: Db,
  sealing: Sealing,
  given: { accountId: string; sessionHash: string; state: string; code: string | undefined },
  now: Instant,
): Promise<VisitRow | undefined> {
  const stateHash = hashSecret(given.state)
  return db
    .updateTable('partner_link_attempt')
    .set({
      used_at: now,
      code_sealed: given.code === undefined ? null : sealing.seal(codeAad(stateHash), given.code),
    })
    .where('account_id', '=', given.accountId)
    .where('state_hash', '=', stateHash)
    .where('session_hash', '=', given.sessionHash)
    .where('used_at', 'is', null)
    .where('begun_at', '>', now.subtract({ minutes: VISIT_MINUTES }))
    .returningAll()
    .executeTakeFirst()
}

/** The stored code, which waits to be exchanged; it can be taken once. */
export async function takeStoredCode(db: Db, sealing: Sealing, accountId: string) {
  const row = await db
    .selectFrom('partner_link_attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code_sealed', 'is not', null)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.code_sealed == null) return undefined
  const taken = await db
    .updateTable('partner_link_attempt')
    .set({ code_sealed: null })
    .where('account_id', '=', accountId)
    .where('state_hash', '=', row.state_hash)
    .where('code_sealed', 'is not', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return undefined
  return {
    code: sealing.open(codeAad(row.state_hash), row.code_sealed),
    checks: sealing.open(checksAad(row.state_hash), row.checks_sealed),
  }
}

/** Links whose visit was begun so long ago that nobody can come back from it. */
export function findLeftVisits(db: Db, now: Instant): Promise<LinkRow[]> {
  return db
    .selectFrom('partner_link')
    .selectAll()
    .where('status', '=', 'pending')
    .where('changed_at', '<=', now.subtract({ minutes: VISIT_MINUTES }))
    .limit(500)
    .execute()
}

/** The account's consents and withdrawals, the oldest first. */
export function consentsOf(db: Db, accountId: string) {
  return db
    .selectFrom('partner_consent')
    .select(['sequence', 'agreed', 'text_version as textVersion', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('sequence')
    .execute()
}

export async function addConsent(
  tx: Db,
  row: { accountId: string; sequence: number; agreed: boolean; textVersion: string },
  at: Instant,
) {
  const { accountId: account_id, sequence, agreed, textVersion: text_version } = row
  await insertRow(tx, 'partner_consent', { account_id, sequence, agreed, text_version, at })
}
