import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import type { Call } from '#protocol/http.ts'
import { staffApi } from '#protocol/console/staff.ts'
import { wholePlaces } from './places.ts'
import { rolesText } from './rail.tsx'

/**
 * Refuses a page whose form is another role's, before anybody fills it in; the API refuses what is sent in any case.
 * @throws a page 403 that names the roles
 */
export async function requirePlace(call: Call, url: URL, href: string): Promise<void> {
  const place = wholePlaces.find((one) => one.href === href)
  if (place === undefined) throw new Error(`${href} is no place of the rail`)
  const { roles } = await ask(url, call(staffApi.consoleMeGet))
  if (place.roles.some((role) => roles.includes(role))) return
  const message = `「${place.label}」は、${rolesText(place.roles)}の役割の操作です。その役割の担当に伝えてください。`
  throw data({ message }, { status: 403 })
}
