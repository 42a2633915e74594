import { expect, test } from 'vitest'
import { rolesOfGroups, type GroupRoles } from './groups.ts'

const known: GroupRoles = [
  ['portal-desk', 'desk'],
  ['portal-house', 'desk'],
  ['portal-house', 'lead'],
]

test('社員名簿のグループから役割が決まる。知らないグループからは、何も決まらない', () => {
  expect(rolesOfGroups(['portal-desk'], known)).toEqual(['desk'])
  expect(rolesOfGroups(['portal-house', 'portal-desk'], known)).toEqual(['desk', 'lead'])
  expect(rolesOfGroups(['Portal-Desk', 'accounting'], known)).toEqual([])
  expect(rolesOfGroups([], known)).toEqual([])
})
