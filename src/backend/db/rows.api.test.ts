import { expect, test } from 'vitest'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { notFound } from '../refusal.ts'
import {
  above,
  anyOf,
  anyOfMany,
  atMost,
  columnsOf,
  deleteRows,
  findRow,
  getRow,
  not,
  notNull,
  rowsOf,
  updateRows,
} from './rows.ts'

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

test('条件の合う行だけが、頼んだ列だけ、頼んだ向きの順に読まれる', async () => {
  const of = { contract_id: contractId }
  const positions = async (having: Parameters<typeof rowsOf<'line'>>[2]) =>
    (await columnsOf(db, 'line', ['position'], { ...of, ...having }, 'position desc')).map(
      ({ position }) => position,
    )
  expect(await columnsOf(db, 'line', ['position', 'kind'], of, 'position desc')).toEqual([
    { position: 3, kind: 'data' },
    { position: 2, kind: 'sms' },
    { position: 1, kind: 'voice' },
  ])
  expect(await positions({ position: not(2) })).toEqual([3, 1])
  expect(await positions({ position: above(1), kind: not('data') })).toEqual([2])
  expect(await positions({ position: atMost(2) })).toEqual([2, 1])
  expect(await positions({ kind: anyOf(['voice', 'data']) })).toEqual([3, 1])
  expect(await positions({ kind: anyOf([]) })).toEqual([])
  expect(await positions({ line_id: anyOfMany(lineIds.slice(1)) })).toEqual([3, 2])
  expect(await positions({ ends_on: null })).toEqual([3, 2, 1])
  expect(await positions({ ends_on: notNull })).toEqual([])
})

test('変えた行、消した行の数が返る', async () => {
  const of = { contract_id: contractId }
  expect(await updateRows(db, 'line', { ...of, position: above(1) }, { nickname: '' })).toBe(2)
  expect(await updateRows(db, 'line', { contract_id: 'none' }, { nickname: '' })).toBe(0)
  expect(await deleteRows(db, 'line', { contract_id: 'none' })).toBe(0)
})
