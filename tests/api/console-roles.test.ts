import { describe, expect, test } from 'vitest'
import { rolesFor } from '#domain/console/acts.ts'
import { consoleApi } from '#protocol/console/index.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { staffRoles, type StaffRole } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { Staff } from './staff.ts'
import { useHarness } from './use-harness.ts'

// Role × act × endpoint, whole: out of the table and the wire, through the mount and the real handlers.

const harness = await useHarness()
const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(consoleApi)
const roles = namesOf(staffRoles)

/** What became of it as far as roles go: whoever is let in may have sent nothing that the operation can use. */
async function outcomeOf(staff: Staff, { method, path }: Endpoint) {
  const answer = await staff.request(path, { method, ...(method !== 'GET' && { body: '{}' }) })
  if (answer.status === 401) return 'signed out'
  const { error } = await answer.json()
  return error?.code === 'ROLE_MISSING' ? 'refused' : 'let in'
}

const refusalsOf = async ({ staffId }: Staff) => {
  const rows = await harness.database.db
    .selectFrom('audit_entry')
    .select(['target', 'details'])
    .where('chain', '=', `staff:${staffId}`)
    .where('action', '=', 'staff-refused')
    .orderBy('position')
    .execute()
  return rows.flatMap(({ target, details }) =>
    details['code'] === 'ROLE_MISSING' ? [`${target} ${String(details['act'])}`] : [],
  )
}

const may = (role: StaffRole, { act, way = 'does' }: Endpoint) =>
  act !== undefined && rolesFor(act, way).includes(role)

describe('どの役割がどの窓口を使えるかは、役割の表のとおり', () => {
  test.each(roles)('%s', async (role) => {
    const staff = await harness.staff(`only-${role}`, { roles: [role] })
    const outcomes: Record<string, string> = {}
    for (const [name, endpoint] of endpoints) outcomes[name] = await outcomeOf(staff, endpoint)
    const expected = endpoints.map(([name, endpoint]) => [
      name,
      may(role, endpoint) ? 'let in' : 'refused',
    ])
    expect(outcomes).toEqual(Object.fromEntries(expected))
    const refused = endpoints.filter(([, endpoint]) => !may(role, endpoint))
    expect(await refusalsOf(staff)).toEqual(refused.map(([name, { act }]) => `${name} ${act}`))
  })

  test('役割のない人と、出された人は、どの窓口も使えない', async () => {
    const none = await harness.staff('nobody', { roles: [] })
    const left = await harness.staff('leaver', { roles: ['desk'] })
    const sasaki = await harness.staff('sasaki')
    await sasaki.ask('consoleStaffLoginsEndPost', { body: { staffId: left.staffId } })
    for (const [name, endpoint] of endpoints) {
      expect([name, await outcomeOf(none, endpoint)]).toEqual([name, 'signed out'])
      expect([name, await outcomeOf(left, endpoint)]).toEqual([name, 'signed out'])
    }
  })

  test('だれも使えない窓口も、だれにも聞かない窓口もない', () => {
    for (const [name, { access, act, way = 'does' }] of endpoints) {
      expect([name, access]).toEqual([name, 'staff'])
      expect([name, act !== undefined && rolesFor(act, way).length > 0]).toEqual([name, true])
    }
  })

  test('ほかのサイトから送られたものは断り、その人の記録には残さない', async () => {
    const staff = await harness.staff('fukuda')
    for (const [name, { method, path }] of endpoints) {
      if (method === 'GET') continue
      const headers = { origin: 'https://evil.example' }
      const answer = await staff.request(path, { method, body: '{}', headers })
      expect([name, answer.status]).toEqual([name, 403])
    }
    expect(await refusalsOf(staff)).toEqual([])
  })
})
