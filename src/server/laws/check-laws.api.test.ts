import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { billsUnlikeFacts } from '#backend/billing/queries/bill-sample.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { changeLine } from '#backend/contract/change.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoMonth } from '#domain/tokyo.ts'
import { behindTheTriggers, withoutTriggers } from '#tests/api/behind-triggers.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { setContract } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { checkLaws, checkLawsJob, runCheckLaws } from './check-laws.ts'
import { doLawsHold } from '../behind-pages.ts'
import { lawsOfTheHouse } from './laws.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { services, database } = harness
const { db } = database
const always = () => checkLaws(services, { always: true })

const flushed = () => sql`select pg_stat_force_next_flush()`.execute(db)
const brokenNames = async () => {
  const check = await always()
  return check === 'unchanged' ? [check] : check.broken.map(({ law }) => law)
}

test('破れた法則は、記録にエラーとして残り、/healthに現れ、直せば消える', async () => {
  const { contractId } = await makeMember(harness, { loginId: 'lawful' })
  await billed(harness, contractId)
  expect(await brokenNames()).toEqual([])
  expect(await doLawsHold(database)).toBe(true)

  const total = (yen: number) =>
    behindTheTriggers(
      database,
      `update bill set total_yen = ${yen} where contract_id = '${contractId}'`,
    )
  await total(1)
  expect(await brokenNames()).toContain('every bill that is not nothing is booked at its total')
  expect(await doLawsHold(database)).toBe(false)
  expect(harness.logLines.some((line) => line.includes('"law broken"'))).toBe(true)

  await total(1191)
  expect(await brokenNames()).toEqual([])
  expect(await doLawsHold(database)).toBe(true)
})

test('計算のもとと違う額で締めた請求は、破れた法則として契約と月と差額まで分かる。締めたあとに変わった契約は比べない', async () => {
  const month = billedMonth(tokyoMonth('2026-11'), publishedPrices)
  const { contractId, lineIds } = await makeMember(harness, { loginId: 'misbilled' })
  const close = () =>
    closeMonth((work) => db.transaction().execute(work), month, { now: () => harness.clock.now() })
  await close()
  expect(await billsUnlikeFacts(db, publishedPrices, harness.clock.now())).toEqual([])

  // The size the close did not see: 10 GB was on every screen.
  await setContract(harness, contractId, { plan_code: 18 })
  const broken = {
    law: 'a bill says what its facts come to',
    contract_id: contractId,
    what: '2026-11',
    found: expect.stringMatching(
      /^1191 instead of \d+: base .* plan\.13\.voice .* for base .* plan\.18\.voice/,
    ),
  }
  expect(await billsUnlikeFacts(db, publishedPrices, harness.clock.now())).toEqual([broken])
  expect(await brokenNames()).toContain(broken.law)
  expect(await doLawsHold(database)).toBe(false)

  const by = { actor: 'system', now: harness.clock.now() } as const
  await changeLine(db, { contractId, lineId: lineIds[0] ?? '' }, { malware_block: true }, by)
  expect(await billsUnlikeFacts(db, publishedPrices, harness.clock.now())).toEqual([])
  await setContract(harness, contractId, { plan_code: 13 })
})

test('何も変わっていなければ調べ直さず、変われば調べる', async () => {
  await flushed()
  await always()
  await flushed()
  await checkLaws(services)
  expect(await checkLaws(services)).toBe('unchanged')
  await makeMember(harness, { loginId: 'newcomer' })
  await flushed()
  expect(await checkLaws(services)).toMatchObject({ broken: [], unfinished: [] })
})

test('1時間に何度頼まれても、調べるのは一度', async () => {
  for (let n = 0; n < 5; n += 1) await services.queue.send(db, checkLawsJob, {})
  const { rows } = await sql<{ sent: number }>`
    select count(*) as sent from pgboss.job where name = ${checkLawsJob.name}`.execute(db)
  expect(rows).toEqual([{ sent: 1 }])
  await runCheckLaws(services).run({})
})

test('まだ精算していない利用は、破れた法則に数えない', async () => {
  const { contractId, lineIds } = await makeMember(harness, { loginId: 'behind' })
  await sql`insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
    values (${contractId}, ${lineIds[0] ?? ''}, '2026-11-20', 5, 0, now())`.execute(db)
  expect(await brokenNames()).toEqual(['a day is the sum of its records'])
  await sql`insert into ledger_due values (${contractId}, 'due', now())`.execute(db)
  expect(await brokenNames()).toEqual([])
  await sql`delete from usage_day where contract_id = ${contractId}`.execute(db)
  await sql`delete from ledger_due where contract_id = ${contractId}`.execute(db)
})

let serial = 0
/** Laws without a test of their own: a planted violation is named. */
const spoilers: Readonly<Record<string, string>> = {
  'the numbers of a series run without a gap':
    "update invoice_series set last_number = last_number + 1 where kind = 'invoice'",
  'an invoice is its bill to the yen': `insert into invoice select contract_id, 'inv_x', 'invoice', 9, month,
    total_yen + 1, '', now(), 'member' from bill where contract_id = $1`,
  'what was issued was printed': `insert into invoice select contract_id, 'inv_x', 'invoice', 9, month,
    total_yen, '', now(), 'member' from bill where contract_id = $1`,
  'the chain of an audit is unbroken': `insert into audit_entry select chain, position + 5, at, actor, account_id, action,
    target, details, trace_key, previous_hash, 'x' from audit_entry where chain = $1 limit 1`,
  'what is kept for a contract is what is left of its credits, and what goes back is its open refunds': `insert into posting
    select contract_id, 'bill/' || bill_id, 'credit', 7, now(), now() from bill where contract_id = $1`,
  'a credit is over exactly when nothing is left of it': `update bill set total_yen = -5, state = 'refunded' where contract_id = $1`,
}

test.each(Object.entries(spoilers))('%s：破れば、破れたと分かる', async (name, spoil) => {
  const { contractId } = await makeMember(harness, { loginId: `spoiled-${(serial += 1)}` })
  await billed(harness, contractId)
  const law = lawsOfTheHouse(services.procedures, harness.clock.now()).find(
    (one) => one.name === name,
  )
  const found: unknown[] = []
  const undone = new Error('rolled back')
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`insert into audit_entry values (${contractId}, 1, now(), 'system', null, 'a', 'b', '{}', null, '', 'h')`.execute(
        tx,
      )
      await withoutTriggers(tx)
      await sql.raw(spoil.replaceAll('$1', `'${contractId}'`)).execute(tx)
      found.push(...(await sql.raw(law?.query ?? '').execute(tx)).rows)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  expect(found).toHaveLength(1)
})

test('法則には、名前が同じものがない', () => {
  const names = lawsOfTheHouse(services.procedures, harness.clock.now()).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(30)
})
