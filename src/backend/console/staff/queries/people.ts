import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf, getRow } from '#backend/db/rows.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { loginIdOf } from '#backend/login/login-id.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { staffApi } from '#protocol/console/staff.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { PROOF_MINUTES } from '#vocabulary/proof.ts'
import { STAFF_IDLE_MINUTES } from './session.ts'

/** Who is signed in, by which roles and until when, and where else. */
export async function readMe(
  db: Db,
  staff: SignedInStaff,
  loginNow: Temporal.Instant,
): Promise<Answer<typeof staffApi.consoleMeGet>> {
  const person = await getRow(db, 'staff', { staff_id: staff.staffId })
  const logins = await openLogins(db, loginNow, staff.staffId)
  const own = logins.find(({ session_hash: hash }) => hash === staff.sessionHash)
  return {
    staffId: staff.staffId,
    name: person.name,
    roles: person.roles,
    rolesReadAt: formatRfc3339(person.groups_read_at),
    rolesAreStale: staff.areRolesStale,
    until: formatRfc3339(own?.expires_at ?? loginNow),
    idleMinutes: STAFF_IDLE_MINUTES,
    secondFactorUntil: formatRfc3339(staff.secondFactorAt.add({ minutes: PROOF_MINUTES })),
    logins: logins.map((login) => ({
      ...wireLogin(login),
      current: login.session_hash === staff.sessionHash,
    })),
  }
}

/** Everybody who has worked at the console, with the logins that are open. */
export async function listStaff(
  db: Db,
  loginNow: Temporal.Instant,
): Promise<Answer<typeof staffApi.consoleStaffGet>> {
  const people = await db
    .selectFrom('staff')
    .selectAll()
    .orderBy('name')
    .orderBy('staff_id')
    .execute()
  const logins = Map.groupBy(await openLogins(db, loginNow), (login) => login.staff_id)
  return {
    staff: people.map((person) => ({
      staffId: person.staff_id,
      name: person.name,
      roles: person.roles,
      lastLoginAt: formatRfc3339(person.last_login_at),
      hasLeft: person.left_at !== null,
      logins: (logins.get(person.staff_id) ?? []).map(wireLogin),
    })),
  }
}

/** The newest first. */
function openLogins(db: Db, loginNow: Temporal.Instant, staffId?: string) {
  const open = db
    .selectFrom('staff_session')
    .select([
      'session_hash',
      'staff_id',
      'created_at',
      'last_seen_at',
      'expires_at',
      'user_agent',
      'address_masked',
    ])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', loginNow)
    .where('last_seen_at', '>', loginNow.subtract({ minutes: STAFF_IDLE_MINUTES }))
    .orderBy('created_at', 'desc')
  return (staffId === undefined ? open : open.where('staff_id', '=', staffId)).execute()
}

type Login = Awaited<ReturnType<typeof openLogins>>[number]

const wireLogin = (login: Login) => ({
  login: loginIdOf(login.session_hash),
  at: formatRfc3339(login.created_at),
  lastSeenAt: formatRfc3339(login.last_seen_at),
  device: deviceWords(login.user_agent),
  addressMasked: login.address_masked,
})

/** Who works here besides the person, by name. */
export const otherColleagues = (db: Db, staffId: string) =>
  db
    .selectFrom('staff')
    .select(['staff_id', 'name', 'roles'])
    .where('left_at', 'is', null)
    .where('staff_id', '<>', staffId)
    .orderBy('name')
    .orderBy('staff_id')
    .execute()

/** The names of people of the staff by their ids, for lists of who did what. */
export async function namesOfStaff(
  db: Db,
  staffIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (staffIds.length === 0) return new Map()
  const rows = await columnsOf(db, 'staff', ['staff_id', 'name'], {
    staff_id: anyOf([...new Set(staffIds)]),
  })
  return new Map(rows.map((row) => [row.staff_id, row.name]))
}

/** The name of one of them, as a record prints it. */
export const nameOfStaff = async (db: Db, staffId: string): Promise<string> =>
  (await getRow(db, 'staff', { staff_id: staffId })).name
