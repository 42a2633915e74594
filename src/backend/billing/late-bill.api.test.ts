import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoMonth } from '#domain/tokyo.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { billedMonth } from './queries/billed-month.ts'
import { brokenMoneyLaws } from './findings.ts'
import { closeMonth } from './bulk/close-month.ts'

const harness = await useHarness('2026-12-02T09:00:00+09:00')
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
})

async function at(...times: string[]) {
  for (const time of times) {
    harness.clock.set(`${time}:00+09:00`)
    await runTasks(harness, 'overdue', 'collection')
    await harness.drain()
  }
}

test('10月分の請求が当社の都合で12月2日にできたら、12月7日に引き落とす。利息はかからず、断られても停止は12月31日', async () => {
  const prompt = await makeMember(harness, { loginId: 'late-bill-paid' })
  const refused = await makeMember(harness, { loginId: 'late-bill-refused' })
  await putCard(harness, refused.contractId, 'insufficient-funds')
  const october = billedMonth(tokyoMonth('2026-10'), publishedPrices)
  await closeMonth((work) => harness.database.db.transaction().execute(work), october, {
    now: () => harness.clock.now(),
  })
  expect(await prompt.call(api.billingReserveGet)).toMatchObject({
    due: { month: '2026-10', amountYen: 1191, chargeOn: '2026-12-07' },
  })

  await at('2026-12-02T10:00', '2026-12-02T11:00', '2026-12-02T12:00', '2026-12-07T09:59')
  const paymentsOf = ({ contractId }: typeof prompt) =>
    rowsOf(harness, 'payment', ['state'], { contract_id: contractId }, 'attempt')
  expect(await paymentsOf(prompt)).toEqual([])
  expect(await paymentsOf(refused)).toEqual([])

  await at('2026-12-07T10:00', '2026-12-10T10:00', '2026-12-13T10:00')
  expect(await paymentsOf(prompt)).toEqual([{ state: 'ok' }])
  expect(await paymentsOf(refused)).toEqual(Array.from({ length: 3 }, () => ({ state: 'refused' })))
  const owing = await harness.signIn('late-bill-refused')
  expect((await owing.call(api.billingUnpaidGet)).bills).toMatchObject([
    { month: '2026-10', suspendOn: '2026-12-31', terminateOn: '2027-02-01' },
  ])
  await at('2026-12-24T10:00', '2026-12-31T22:59')
  const stands = () => rowsOf(harness, 'contract', ['status'], { contract_id: refused.contractId })
  expect(await stands()).toEqual([{ status: 'active' }])
  await at('2026-12-31T23:00')
  expect(await stands()).toEqual([{ status: 'suspended' }])
  const interest = await rowsOf(harness, 'booked_charge', ['contract_id'], { kind: 'lateInterest' })
  expect(interest).toEqual([])
})
