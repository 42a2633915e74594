import { expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '../../../tests/api/members.ts'
import { addRow, rowsOf } from '../../../tests/api/rows.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'

const harness = await useHarness('2026-11-13T10:00:00+09:00')

const sweep = async () => {
  const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
  await sweeps.find(({ name }) => name === 'compensations')?.run(harness.clock.now())
}

test('50時間使えなかった回線には、2日分の72円を一度だけ差し引き、計算を明細と知らせに示す', async () => {
  const { call, contractId, accountId, lineIds } = await makeMember(harness, { loginId: 'waited' })
  await makeMember(harness, { loginId: 'unharmed' })
  const of = {
    outage_id: 'out_1',
    from_at: instant('2026-11-10T08:00:00+09:00'),
    to_at: instant('2026-11-12T10:00:00+09:00'),
    line_ids: [...lineIds],
    reason: '基地局の故障',
    entered_at: harness.clock.now(),
    done_at: null,
  }
  await addRow(harness, 'compensation', { compensation_id: 'cmp_1', ...of })
  await Promise.all([sweep(), sweep()])
  await sweep()
  const { soFar } = await call(api.billingReserveGet)
  const given = soFar.charges.filter(({ kind }) => kind === 'adjustment')
  expect(given).toMatchObject([
    { label: '使えなかった日数分の返金（11月分）', amountTenthsYen: -720, tax: 'excluded' },
  ])
  expect(given[0]?.reckoning?.[0]).toBe(
    '使えなかった2日分として、月額1,080円 × 2日 ÷ 30日 = 72円をお返しします（24時間を1日と数え、1円未満は四捨五入）。',
  )
  expect(
    await rowsOf(harness, 'booked_charge', ['quantity', 'amount_tenths_yen', 'contract_id'], {
      kind: 'adjustment',
    }),
  ).toEqual([{ quantity: 2, amount_tenths_yen: -720, contract_id: contractId }])
  expect(await rowsOf(harness, 'notice', ['title'], { account_id: accountId })).toEqual([
    { title: '使えなかった日数分の料金をお返しします' },
  ])
  expect(await rowsOf(harness, 'compensation', ['done_at'], { compensation_id: 'cmp_1' })).toEqual([
    { done_at: harness.clock.now() },
  ])
})
