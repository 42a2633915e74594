import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import { rolesOfGroups } from '#domain/console/groups.ts'
import type { Instant } from '#domain/tokyo.ts'
import {
  directoryGroups,
  directoryPeople,
  directorySubject,
} from '#demo/stand-ins/directory/people.ts'

/** Somebody of the demo's staff, as the first login at the console would have written the person. */
export async function colleague(tx: Db, loginId: string, at: Instant): Promise<SignedInStaff> {
  const person = directoryPeople.find((one) => one.loginId === loginId)
  const roles = rolesOfGroups(person?.groups ?? [], directoryGroups)
  const [role] = roles
  if (person === undefined || role === undefined)
    throw new Error(`${loginId} is nobody of the demo's staff`)
  const subject = directorySubject(loginId)
  const known = await findRow(tx, 'staff', { subject })
  const staffId = known?.staff_id ?? newId('staff')
  if (known === undefined)
    await insertRow(tx, 'staff', {
      staff_id: staffId,
      subject,
      name: person.name,
      roles,
      groups_read_at: at,
      created_at: at,
      last_login_at: at,
      left_at: null,
    })
  return { staffId, sessionHash: '', roles, role, secondFactorAt: at, areRolesStale: false }
}
