import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { closeMonth } from './bulk/close-month.ts'
import { billedMonth } from './queries/billed-month.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { share, startLeavers } from '#tests/api/leavers.ts'
import { addRow, setContract } from '#tests/api/rows.ts'

const { harness, makeOne } = await startLeavers('next-bills')

const monthsOf = (bills: { month: string; beforeYen: number; afterYen: number }[] | undefined) =>
  bills?.map(({ month, beforeYen, afterYen }) => [month, beforeYen, afterYen])

test('データ容量の変更は、変わる月の請求から現れる', async () => {
  const member = await makeOne()
  const { nextBills } = await member.call(api.couponEstimateGet, { query: { plan: 30 } })
  // 10GB: 1,680 × 1.1 + 3.3; 20GB from December: 2,280 × 1.1 + 3.3.
  expect(monthsOf(nextBills)).toEqual([
    ['2026-11', 1851, 1851],
    ['2026-12', 1851, 2511],
    ['2027-01', 1851, 2511],
  ])
  expect(nextBills?.[1]).toMatchObject({ chargeOn: '2027-01-07', deltaYen: 660 })
})

test('SIMの追加は、今月の請求に手数料と日割りの料金で、次の月から1か月分で現れる', async () => {
  const two = await makeOne({ ...share, lines: [{}, {}] })
  const { nextBills, effectiveOn } = await two.call(api.simAddCostGet, {
    query: { kind: 'voice', size: 'nano' },
  })
  expect(effectiveOn).toBe('2026-11-22')
  // (1,680 + 700) × 1.1 + 6.6 = 2,624.6; with 3,394 and 700 × 9 ÷ 30 = 210: × 1.1 + 9.9.
  expect(monthsOf(nextBills)).toEqual([
    ['2026-11', 2624, 6592],
    ['2026-12', 2624, 3397],
    ['2027-01', 2624, 3397],
  ])
})

test('データチャージは、今月の請求にだけ現れる', async () => {
  const member = await makeOne()
  const { nextBills } = await member.call(api.highSpeedCouponBillsGet, { query: { packId: '1gb' } })
  expect(monthsOf(nextBills)).toEqual([
    ['2026-11', 1851, 2951],
    ['2026-12', 1851, 1851],
    ['2027-01', 1851, 1851],
  ])
})

test('解約すると、最終利用日の月までの請求になり、その後はかからない', async () => {
  const member = await makeOne()
  const { nextBills } = await member.call(api.simCancelPaymentGet)
  expect(monthsOf(nextBills)).toEqual([
    ['2026-11', 1851, 1851],
    ['2026-12', 1851, 0],
    ['2027-01', 1851, 0],
  ])
})

test('予約している容量は、ほかの手続きの前後のどちらの請求にも入る', async () => {
  const member = await makeOne()
  const { conditions, effectiveOn } = await member.call(api.couponEstimateGet, {
    query: { plan: 30 },
  })
  await member.call(api.couponRegisterPost, { body: { plan: 30, conditions, effectiveOn } })
  const { nextBills } = await member.call(api.highSpeedCouponBillsGet, {
    query: { packId: '100mb' },
  })
  expect(monthsOf(nextBills)).toEqual([
    ['2026-11', 1851, 2071],
    ['2026-12', 2511, 2511],
    ['2027-01', 2511, 2511],
  ])
})

test('どの手続きの確認の月額も、オプションを含み、次の月からの請求と同じ', async () => {
  const member = await makeOne({ ...share, lines: [{}, {}] })
  const [first = '', second = ''] = member.lineIds
  for (const [option_code, line_id] of [
    ['tenMinuteCalls', first],
    ['voicemail', second],
    ['publicWifi', null],
  ] as const)
    await addRow(harness, 'option_period', {
      contract_id: member.contractId,
      period_id: `period-${option_code}`,
      line_id,
      option_code,
      joined_at: instant('2026-10-05T12:00:00+09:00'),
      to_on: null,
    })
  const { monthlyYen } = await member.call(api.contractGet)
  const { current } = await member.call(api.couponListGet)
  const kind = { kind: 'data', size: 'nano' } as const
  const estimates = {
    size: await member.call(api.couponEstimateGet, { query: { plan: 30 } }),
    add: await member.call(api.simAddCostGet, { query: kind }),
    kind: await member.call(api.simChangeTypeInitialCostGet, {
      query: { lineId: second, ...kind },
    }),
    cancel: await member.call(api.simCancelPaymentGet, { query: { lineId: [second] } }),
  }
  const portOut = await member.call(api.portOutPaymentGet, { query: { lineId: second } })
  // (1,680 + 700 + 700 + 300 + 362) × 1.1 + 2 × 3.3
  const before = 4122
  expect([monthlyYen, current.monthlyYen, portOut.monthlyBefore.totalYen]).toEqual([
    before,
    before,
    before,
  ])
  expect(
    Object.entries(estimates).map(([variant, { monthlyBefore, monthlyAfter, nextBills }]) => [
      variant,
      monthlyBefore.totalYen,
      monthlyAfter.totalYen,
      monthsOf(nextBills)?.[2],
    ]),
  ).toEqual([
    ['size', before, before + 660, ['2027-01', before, before + 660]],
    ['add', before, before + 440, ['2027-01', before, before + 440]],
    // A data SIM carries no voicemail: 300 and 700 − 400 less.
    ['kind', before, 3459, ['2027-01', before, 3459]],
    ['cancel', before, 3019, ['2027-01', before, 3019]],
  ])
})

test('初期契約解除の月の請求は、手数料と使った分だけで、前の月までの料金は戻る', async () => {
  const member = await makeOne({ startedOn: '2026-10-25' })
  const { db } = harness.database
  await setContract(harness, member.contractId, { document_received_on: tokyoDate('2026-11-18') })
  const close = (month: string, at: string) =>
    closeMonth(
      (work) => db.transaction().execute(work),
      billedMonth(tokyoMonth(month), publishedPrices),
      {
        now: () => instant(at),
      },
    )
  await close('2026-10', '2026-11-01T06:00:00+09:00')
  const bills = async () =>
    (await member.call(api.billingStatusGet, { query: {} })).bills.map((bill) => [
      bill.month,
      bill.totalYen,
      bill.charges.map(({ label, amountTenthsYen }) => [label, amountTenthsYen / 10]),
    ])
  // 1,680 × 7 ÷ 31 = 379; × 1.1 + 3.3.
  expect((await bills())[0]?.slice(0, 2)).toEqual(['2026-10', 420])
  const { conditions } = await member.call(api.statusInitialCancelGet)
  await member.call(api.statusInitialCancelPost, { body: { conditions, agreed: true } })
  await harness.drain()
  await close('2026-11', '2026-12-01T06:00:00+09:00')
  expect((await bills())[0]).toEqual([
    '2026-11',
    // 3,300 − 379 × 1.1 − 3.3, cut.
    2879,
    [
      ['初期契約解除の手数料（ご契約全体で1回）', 3300],
      ['基本料金 10GB（音声通話SIM）（10月分の返金）', -379],
      ['電話リレーサービス料（10月分の返金）', -1.1],
      ['ユニバーサルサービス料（10月分の返金）', -2.2],
    ],
  ])
})
