import { expect, test } from 'vitest'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { notFound } from '../refusal.ts'
import { findRow, getRow, rowsOf } from './rows.ts'

const harness = await useHarness()
const { db } = harness.database
const { contractId, lineIds } = await makeMember(harness, {
  loginId: 'rows',
  course: 'share',
  lines: [{ kind: 'voice' }, { kind: 'sms' }, { kind: 'data' }],
})

test('値の合う行だけが、頼んだ列の順に読まれる', async () => {
  const lines = await rowsOf(db, 'line', { contract_id: contractId }, 'position')
  expect(lines.map((line) => line.line_id)).toEqual(lineIds)
  expect(lines.map((line) => line.position)).toEqual([1, 2, 3])
  expect(await rowsOf(db, 'line', { contract_id: contractId, position: 2 })).toEqual([lines[1]])
  expect(await rowsOf(db, 'line', { contract_id: 'none' })).toEqual([])
})

test('鍵の合う行がなければ、探すときはなし、要るときは誤りになる', async () => {
  const key = { contract_id: contractId, line_id: lineIds[0] ?? '' }
  expect(await findRow(db, 'line', key)).toMatchObject({ ...key, position: 1 })
  expect(await findRow(db, 'line', { ...key, contract_id: 'none' })).toBeUndefined()
  const missing = { contract_id: 'none' }
  await expect(getRow(db, 'contract', missing)).rejects.toThrow('no row of contract')
  await expect(getRow(db, 'contract', missing, notFound)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
