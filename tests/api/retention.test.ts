import { beforeAll, describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { memberTables } from '#server/tables.ts'
import { people } from '#demo/seed/people.ts'
import { useSeededHarness } from './seeded.ts'

/** Suzuki of the demo has rows in nearly every table; the contract ended at the end of October. */
const harness = await useSeededHarness()
const { pool, db } = harness.database
let accountId: string
let contractId: string
let brokenBefore: string[]

beforeAll(async () => {
  accountId = (await harness.signIn('suzuki')).accountId
  const contract = await db
    .updateTable('contract')
    .set({ status: 'terminated', ends_on: tokyoDate('2026-10-31') })
    .where('account_id', '=', accountId)
    .returning('contract_id')
    .executeTakeFirstOrThrow()
  contractId = contract.contract_id
  await pool.query(
    `update line set status = 'ended', ends_on = '2026-10-31' where contract_id = $1`,
    [contractId],
  )
  brokenBefore = await brokenLaws()
})

async function brokenLaws() {
  const check = await checkLaws(harness.services, { always: true })
  const laws = check === 'unchanged' ? [] : check.broken.map(({ law }) => law)
  // The demo's other contracts stay in 2026, while what they used is deleted as of 2034.
  const ofFacts = [
    'a ledger says what a replay of its facts says',
    'a bill says what its facts come to',
  ]
  return laws.filter((law) => !ofFacts.includes(law))
}

async function forgetAt(day: string) {
  const now = Temporal.Instant.from(`${day}T00:00:00+09:00`)
  await harness.services.retention.deleteExpired({ now, loginNow: harness.clock.now() })
  return storedNow()
}

/** How many rows each table has of the member. */
async function storedNow(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, by } of memberTables) {
    const ids =
      by === 'chain' ? [accountId, contractId] : [by === 'account_id' ? accountId : contractId]
    const { rows } = await pool.query(
      `select count(*)::int as n from ${table} where ${by} = any ($1)`,
      [ids],
    )
    if (rows[0].n > 0) counts[table] = rows[0].n
  }
  return counts
}

/** Every row of every table of ours as text. */
async function wholeDatabase() {
  const { rows: tables } = await pool.query(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    for (const row of (await pool.query(`select t::text as text from ${name} t`)).rows)
      texts.push(`${name} ${row.text}`)
  return texts
}

describe('契約が終わったあと、記録は決まった日までのこり、それからなくなる', () => {
  test('最後の請求から24か月までは、明細も請求も読める', async () => {
    const stored = await forgetAt('2026-11-21')
    for (const table of ['usage_record', 'call_record', 'data_entry', 'bill', 'contract_document'])
      expect(stored).toHaveProperty(table)
  })

  test('3か月で書面と設定がなくなり、ほかはのこる', async () => {
    expect(await forgetAt('2027-01-31')).toHaveProperty('contract_document')
    const stored = await forgetAt('2027-02-01')
    for (const table of ['contract_document', 'payment_card', 'alert_setting', 'spending_limit'])
      expect(stored).not.toHaveProperty(table)
    for (const table of ['usage_record', 'call_record', 'bill', 'line', 'notice'])
      expect(stored).toHaveProperty(table)
  })

  test('24か月で通話と通信量の記録がなくなり、請求と回線はのこる', async () => {
    const stored = await forgetAt('2028-11-02')
    for (const table of ['usage_record', 'usage_day', 'call_record', 'data_entry', 'data_bucket'])
      expect(stored).not.toHaveProperty(table)
    for (const table of ['bill', 'bill_line', 'payment', 'posting', 'line', 'account'])
      expect(stored).toHaveProperty(table)
  })

  test('3年で本人確認の記録がなくなる', async () => {
    expect(await forgetAt('2029-10-31')).toHaveProperty('verified_identity')
    expect(await forgetAt('2029-11-01')).not.toHaveProperty('verified_identity')
  })

  test('申告期限から7年で、請求も、契約も、アカウントもなくなる。法則はどれも破れない', async () => {
    expect(await forgetAt('2034-05-31')).toHaveProperty('bill')
    expect(await brokenLaws()).toEqual(brokenBefore)
    expect(await forgetAt('2034-06-01')).toEqual({})
    expect(await brokenLaws()).toEqual([])
  })

  test('そのあとは、名前も連絡先も番号も、どの表にもない', async () => {
    const { phone = '', street = '' } = people['suzuki'] ?? {}
    const traces = [accountId, contractId, '鈴木', 'suzuki', phone, street]
    const found = (await wholeDatabase()).filter((row) => traces.some((text) => row.includes(text)))
    expect(found).toEqual([])
  })

  test('ほかの方の記録は一つも減らない', async () => {
    const { rows } = await pool.query(`select count(*)::int as n from contract`)
    expect(rows[0].n).toBeGreaterThan(4)
  })
})
