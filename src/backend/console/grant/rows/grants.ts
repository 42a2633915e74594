import type { Selectable } from 'kysely'
import type { OpenGrant, SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { lockRow, rowsOf, updateRow } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { grantEnd } from '#domain/console/grant-time.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'

export type GrantRow = Selectable<Database['access_grant']>

/** Who reads or changes something by a grant, and when. */
export type Reading = {
  readonly staff: SignedInStaff
  readonly grantId: string
  readonly now: Instant
  readonly traceKey?: string | undefined
}

/** Whether a grant shows anything: its row says "open" until the worker comes by. */
export const isOpen = ({ state, ends_at: endsAt }: GrantRow, now: Instant): boolean =>
  state === 'open' && isBefore(now, endsAt)

/**
 * The person's own open grant, locked.
 * @throws RefusalError GRANT_OVER also for another person's and for one there is not
 */
export async function lockGrant(
  tx: Db,
  { staff, grantId, now }: Pick<Reading, 'staff' | 'grantId' | 'now'>,
): Promise<GrantRow> {
  const row = await lockRow(tx, 'access_grant', { grant_id: grantId, staff_id: staff.staffId })
  if (row === undefined || !isOpen(row, now)) throw new RefusalError('GRANT_OVER')
  return row
}

/** Every act prolongs the grant. */
export function prolong(tx: Db, row: GrantRow, now: Instant): Promise<GrantRow> {
  return updateRow(
    tx,
    'access_grant',
    { account_id: row.account_id, grant_id: row.grant_id },
    { acted_at: now, ends_at: grantEnd(row.opened_at, now) },
  )
}

/** What an operation is given of a grant that is open. */
export const toOpenGrant = (row: GrantRow): OpenGrant => ({
  grantId: row.grant_id,
  ticketNo: row.ticket_no,
  reason: row.reason,
  accountId: row.account_id,
  contractId: row.contract_id,
})

/** As the audit names who acts by a grant. */
export const actingBy = (row: GrantRow, { staff, now, traceKey }: Reading): Acting => ({
  actor: 'staff',
  ...(row.contract_id !== null && { contractId: row.contract_id }),
  accountId: row.account_id,
  staffId: staff.staffId,
  role: staff.role,
  caseNo: row.ticket_no,
  now,
  ...(traceKey !== undefined && { traceKey }),
})

export const findOpenGrants = async (db: Db, staffId: string, now: Instant): Promise<GrantRow[]> =>
  (await rowsOf(db, 'access_grant', { staff_id: staffId, state: 'open' }, 'opened_at')).filter(
    (row) => isOpen(row, now),
  )

/** Open by their rows, and over by the clock. */
export const findOverdueGrants = (tx: Db, now: Instant): Promise<GrantRow[]> =>
  tx
    .selectFrom('access_grant')
    .selectAll()
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()
