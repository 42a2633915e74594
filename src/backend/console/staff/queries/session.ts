import type { StaffSession } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { isBefore } from '#domain/tokyo.ts'

/** Limits of a login at the console (ours, after OWASP ASVS 5.0 section 7.3). */
export const STAFF_IDLE_MINUTES = 20
/** The directory is asked for the groups again after this; until it answers, nothing is done that takes two people. */
export const GROUPS_GOOD_MINUTES = 15
/** Who could not be asked about for so long is out. */
const GROUPS_END_MINUTES = 60

/** The row of a session that is open by its own limits, with what is known of the person. */
export async function findSession(db: Db, sessionHash: string, loginNow: Temporal.Instant) {
  const row = await findRow(db, sessionHash, loginNow).executeTakeFirst()
  return row && isOpen(row, loginNow) ? row : undefined
}

/**
 * As `findSession`, and holds the person's row: whoever takes a role away, or ends all logins, waits for the transaction or
 * comes before it.
 */
export async function holdSession(tx: Db, sessionHash: string, loginNow: Temporal.Instant) {
  const row = await findRow(tx, sessionHash, loginNow).forShare('staff').executeTakeFirst()
  return row && isOpen(row, loginNow) ? row : undefined
}

const findRow = (db: Db, sessionHash: string, loginNow: Temporal.Instant) =>
  db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .select([
      'staff_session.session_hash',
      'staff_session.staff_id',
      'staff_session.last_seen_at',
      'staff_session.second_factor_at',
      'staff_session.groups_asked_at',
      'staff.subject',
      'staff.roles',
      'staff.groups_read_at',
    ])
    .where('staff_session.session_hash', '=', sessionHash)
    .where('staff_session.ended_at', 'is', null)
    .where('staff_session.expires_at', '>', loginNow)
    .where('staff.left_at', 'is', null)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof findRow>['executeTakeFirst']>>>

const isOpen = (row: Row, loginNow: Temporal.Instant) =>
  row.roles.length > 0 &&
  isBefore(loginNow, row.last_seen_at.add({ minutes: STAFF_IDLE_MINUTES })) &&
  isBefore(loginNow, row.groups_read_at.add({ minutes: GROUPS_END_MINUTES }))

/** Whether the directory has to be asked about the person again. */
export const areGroupsOld = (row: Pick<Row, 'groups_read_at'>, loginNow: Temporal.Instant) =>
  !isBefore(loginNow, row.groups_read_at.add({ minutes: GROUPS_GOOD_MINUTES }))

export const toSession = (row: Row, loginNow: Temporal.Instant): StaffSession => ({
  staffId: row.staff_id,
  sessionHash: row.session_hash,
  roles: row.roles,
  secondFactorAt: row.second_factor_at,
  areRolesStale: areGroupsOld(row, loginNow),
})
