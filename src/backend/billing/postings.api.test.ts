import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { withoutTriggers } from '#tests/api/behind-triggers.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { billedMonth } from './queries/billed-month.ts'
import { brokenMoneyLaws } from './findings.ts'
import { closeMonth } from './bulk/close-month.ts'
import { trialBalance } from './queries/trial-balance.ts'
import { rowsOf } from '#tests/api/rows.ts'

const harness = await useHarness('2026-12-01T06:00:00+09:00')

const closeNovember = () =>
  closeMonth(
    (work) => harness.database.db.transaction().execute(work),
    billedMonth(tokyoMonth('2026-11'), publishedPrices),
    { now: () => instant('2026-12-01T06:00:00+09:00') },
  )

const postingsOf = async (contractId: string) =>
  (
    await rowsOf(
      harness,
      'posting',
      ['account', 'amount_yen', 'booked_on'],
      { contract_id: contractId },
      'booked_at',
      'account',
    )
  ).map(({ account, amount_yen, booked_on }) => [booked_on, account, amount_yen])

async function collectAt(at: string) {
  harness.clock.set(at)
  await runTasks(harness, 'collection')
}

test('請求は確定したとき、入金は受け取ったときに、借方と貸方が同じ額で記帳される。二度は記帳されない', async () => {
  const member = await makeMember(harness, { loginId: 'booked' })
  await putCard(harness, member.contractId)
  await closeNovember()
  await closeNovember()
  // 1,080 + 税, ユニバーサルサービス料 2.2, リレー 1.1: 1,191.
  expect(await postingsOf(member.contractId)).toEqual([
    ['2026-12-01', 'receivable', 1191],
    ['2026-12-01', 'revenue', -1083],
    ['2026-12-01', 'tax', -108],
  ])
  await collectAt('2026-12-07T10:00:00+09:00')
  await collectAt('2026-12-07T11:00:00+09:00')
  expect((await postingsOf(member.contractId)).slice(3)).toEqual([
    ['2026-12-07', 'cash', 1191],
    ['2026-12-07', 'receivable', -1191],
  ])
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
})

test('試算表は、月の前・借方・貸方・月末の残高を勘定ごとに示し、借方と貸方は等しい', async () => {
  expect(await trialBalance(harness.database.db, tokyoMonth('2026-12'))).toEqual([
    { account: 'receivable', openingYen: 0, debitYen: 1191, creditYen: 1191, closingYen: 0 },
    { account: 'cash', openingYen: 0, debitYen: 1191, creditYen: 0, closingYen: 1191 },
    { account: 'revenue', openingYen: 0, debitYen: 0, creditYen: 1083, closingYen: -1083 },
    { account: 'tax', openingYen: 0, debitYen: 0, creditYen: 108, closingYen: -108 },
  ])
  expect(await trialBalance(harness.database.db, tokyoMonth('2026-11'))).toEqual([])
})

/** Each breaks one law of the member's own rows. */
const spoilers: Record<string, string> = {
  'the postings of an entry sum to zero': `insert into posting select contract_id, source_ref, 'untaxed', 5, booked_on, booked_at
    from posting where contract_id = $1 and account = 'cash'`,
  'the total of a bill is what its rates and its untaxed part come to': `update bill set out_of_scope_yen = 7 where contract_id = $1`,
  'a line or a rate belongs to a bill': `insert into bill_rate
    select contract_id, '2020-01', tax_percent, total_yen, tax_yen from bill_rate where contract_id = $1`,
  'a bill belongs to a contract': `insert into bill (contract_id, month, bill_id, state, period_from, period_to,
      out_of_scope_yen, total_yen, fixed_at, charge_on)
    select contract_id || 'x', month, bill_id || 'x', state, period_from, period_to, 0, 0, fixed_at, charge_on
    from bill where contract_id = $1`,
  'every bill that is not nothing is booked at its total': `update bill set total_yen = total_yen + 1 where contract_id = $1`,
  'what a contract owes in the ledger is its bills not paid': `update bill set state = 'unpaid' where contract_id = $1`,
  'a bill is paid once: by money, by points, by credit or by being nothing': `update payment set amount_yen = 1 where contract_id = $1`,
  'the cash of a contract is what came in less what was given back': `update payment set state = 'refused' where contract_id = $1`,
  'what the points partner owes for a contract is the points spent less those given back': `update payment set way = 'points', partner_id_sealed = 'x'
    where contract_id = $1`,
  'the rest of a payment by points is asked of the card once they have come, and not before': `update payment
    set way = 'points', partner_id_sealed = 'x', rest_yen = 5 where contract_id = $1`,
  'points are granted for bills above zero that are paid, 1 per sum of the rule without tax, and no more are taken back than were granted': `insert into point_grant
    select contract_id, month, 'points-x', 'x', 11, 11, 'ok', null, fixed_at, fixed_at from bill where contract_id = $1`,
  'no more is spent or given back of a credit than there is': `insert into credit_use
    select contract_id, month, month, 1, fixed_at from bill where contract_id = $1`,
  'no posting without its fact': `insert into posting select contract_id, 'bill/none', account, amount_yen, booked_on, booked_at
    from posting where contract_id = $1 and source_ref like 'payment/%'`,
}

test.each(Object.entries(spoilers))('%s：破れば、破れたと分かる', async (law, spoil) => {
  const { contractId } = await harness.database.db
    .selectFrom('payment')
    .select('contract_id as contractId')
    .executeTakeFirstOrThrow()
  const undone = new Error('rolled back')
  const seen: string[] = []
  await harness.database.db
    .transaction()
    .execute(async (tx) => {
      await withoutTriggers(tx)
      await sql`${sql.raw(spoil.replace('$1', `'${contractId}'`))}`.execute(tx)
      seen.push(...(await brokenMoneyLaws(tx)).map((one) => one.law))
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  expect(seen).toContain(law)
})

test('記帳は書き換えられない', async () => {
  const { db } = harness.database
  await expect(sql`update posting set amount_yen = 1`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from posting`.execute(db)).rejects.toThrow('append-only')
})
