import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askEveryLaw } from '../../../tools/setup/ask-laws.ts'
import { makeMember } from '../members.ts'
import { useHarness } from '../use-harness.ts'

const harness = await useHarness()
const { db } = harness.database
const url = harness.services.config.DATABASE_URL

/** As a standby answers, or a recovery to a point in time before it is resumed. */
function readOnly() {
  const address = new URL(url)
  address.searchParams.set('options', '-c default_transaction_read_only=on')
  return address.href
}

test('書き込めない時点への復元でも、すべての約束と監査の連なりを調べ、何も書かない', async () => {
  await makeMember(harness, { loginId: 'recovered', startedOn: '2026-11-18' })
  const heads = () => db.selectFrom('audit_head').select(['chain', 'checked_at']).execute()
  const before = await heads()
  const { faults, inAll } = await askEveryLaw(readOnly())
  expect(faults).toEqual([])
  expect(inAll).toMatch(new RegExp(`^\\d+ laws and ${before.length} audit chains, \\d+ ms$`))
  expect(await heads()).toEqual(before)
  expect((await sql`select from law_check`.execute(db)).rows).toEqual([])
})

test('戻したばかりの表は、約束を調べる前に分量を知る', async () => {
  const tuples = async () => {
    const { rows } = await sql<{ n: number }>`
      select reltuples::int as n from pg_class where oid = 'contract'::regclass`.execute(db)
    return rows[0]?.n
  }
  expect(await tuples()).toBe(-1)
  expect((await askEveryLaw(url)).faults).toEqual([])
  expect(await tuples()).toBe(1)
})
