import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { changeContract, changeLine } from './change.ts'
import { rowsOf } from '#tests/api/rows.ts'

const harness = await useHarness()

const day = (date: string) => Temporal.Instant.from(`${date}T00:00:00+09:00`)

/** The kind a line had at an instant, as bills will ask: the first former row replaced later, else today's. */
async function kindAt(lineId: string, at: Temporal.Instant) {
  const { rows } = await sql<{ kind: string }>`
    select coalesce(
      (select former->>'kind' from line_version
       where line_id = ${lineId} and replaced_at > ${at} order by version limit 1),
      (select kind from line where line_id = ${lineId})) as kind`.execute(harness.database.db)
  return rows[0]?.kind
}

test('回線がいつ何であったかは、変わったあとも読める', async () => {
  const member = await makeMember(harness, { loginId: 'kinds', lines: [{ kind: 'data' }] })
  const { contractId, lineIds } = member
  const lineId = lineIds[0] ?? ''
  const { db } = harness.database
  const key = { contractId, lineId }
  const carrier = (now: Temporal.Instant) => ({ actor: 'carrier' as const, now })
  await changeLine(db, key, { kind: 'sms' }, carrier(day('2026-11-18')))
  await changeLine(db, key, { kind: 'voice' }, carrier(day('2026-12-05')))
  expect(await kindAt(lineId, day('2026-11-17'))).toBe('data')
  expect(await kindAt(lineId, day('2026-11-18'))).toBe('sms')
  expect(await kindAt(lineId, day('2026-12-04'))).toBe('sms')
  expect(await kindAt(lineId, day('2026-12-05'))).toBe('voice')
})

test('契約の前の内容には、いつ誰が変えたかが残り、書き換えも削除もできない', async () => {
  const { contractId } = await makeMember(harness, { loginId: 'sizes', planCode: 20 })
  const { db } = harness.database
  const at = day('2026-12-01')
  await changeContract(db, contractId, { plan_code: 30 }, { actor: 'system', now: at })
  const versions = await rowsOf(harness, 'contract_version', '*', { contract_id: contractId })
  expect(versions).toMatchObject([
    { version: 1, former: { plan_code: 20 }, replaced_at: at, replaced_by: 'system' },
  ])
  const rewrite = db
    .updateTable('contract_version')
    .set({ replaced_by: 'member' })
    .where('contract_id', '=', contractId)
  await expect(rewrite.execute()).rejects.toThrow('contract_version is append-only')
  await expect(
    db.deleteFrom('contract_version').where('contract_id', '=', contractId).execute(),
  ).rejects.toThrow('contract_version is append-only')
})

test('担当者が変えたことには、だれが、どのお問い合わせで変えたかが残り、ほかの人の変更には残らない', async () => {
  const member = await makeMember(harness, { loginId: 'by-staff', lines: [{ kind: 'data' }] })
  const { contractId, lineIds } = member
  const { db } = harness.database
  const now = day('2026-12-01')
  const staff = { actor: 'staff', now, staffId: 'stf_1', caseNo: 'T-2K7D-9F' } as const
  const key = { contractId, lineId: lineIds[0] ?? '' }
  await changeContract(db, contractId, { plan_code: 30 }, staff)
  await changeContract(db, contractId, { plan_code: 20 }, { ...staff, actor: 'member' })
  await changeLine(db, key, { malware_block: true }, staff)
  await changeLine(db, key, { malware_block: false }, { actor: 'system', now })
  const by = (rows: readonly { staff_id: string | null; case_no: string | null }[]) =>
    rows.map(({ staff_id, case_no }) => [staff_id, case_no])
  const known = [
    ['stf_1', 'T-2K7D-9F'],
    [null, null],
  ]
  expect(
    by(await rowsOf(harness, 'contract_version', '*', { contract_id: contractId })),
  ).toStrictEqual(known)
  expect(by(await rowsOf(harness, 'line_version', '*', { contract_id: contractId }))).toStrictEqual(
    known,
  )
})
