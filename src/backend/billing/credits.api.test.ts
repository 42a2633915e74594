import { expect, test } from 'vitest'
import { billed } from '#tests/api/debts.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenMoneyLaws } from './findings.ts'
import { rowsOf } from '#tests/api/rows.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')

/** A member with a bill below zero for October and 1,191円 for November, after the round of the 7th, twice. */
async function after(creditYen: number) {
  const member = await makeMember(harness, { loginId: `credit${creditYen}` })
  const { contractId } = member
  await putCard(harness, contractId)
  await billed(harness, contractId, { month: '2026-10', yen: creditYen })
  await billed(harness, contractId)
  for (const at of ['2026-12-07T10:00:00+09:00', '2026-12-07T11:00:00+09:00']) {
    harness.clock.set(at)
    await runTasks(harness, 'credits', 'collection')
  }
  const { db } = harness.database
  const bills = await rowsOf(
    harness,
    'bill',
    ['month', 'state'],
    { contract_id: contractId },
    'month',
  )
  const payments = await rowsOf(harness, 'payment', ['amount_yen', 'state'], {
    contract_id: contractId,
  })
  expect(await brokenMoneyLaws(db)).toEqual([])
  return [bills.map(({ state }) => state), payments.map((one) => [one.amount_yen, one.state])]
}

test('お預かりは次の請求から差し引かれ、残りだけがカードに請求される', async () => {
  expect(await after(-500)).toEqual([['paid', 'paid'], [[691, 'ok']]])
})

test('請求より多いお預かりは、請求をすべて支払い、残りはお預かりのまま', async () => {
  expect(await after(-2000)).toEqual([['credit', 'paid'], []])
})
