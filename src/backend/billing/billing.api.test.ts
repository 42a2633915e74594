import { describe, expect, test } from 'vitest'
import { contractStories } from '#demo/seed/contracts.ts'
import { billOf } from '#domain/billing/bill.ts'
import { createPriceBook, publishedPrices, type PriceBook } from '#domain/catalogue/price-book.ts'
import { priceRows } from '#domain/catalogue/figure.ts'
import { tenthsYen } from '#domain/money.ts'
import { tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import { loadBillFacts } from './queries/bill-facts.ts'
import { billedMonth } from './queries/billed-month.ts'
import { secondBill } from '#tests/facts/second-calculation.ts'
import { joinDays, purchases, rawRecords } from '#tests/api/raw-facts.ts'

const harness = await useSeededHarness()

describe('請求（billing/status）', () => {
  test('デモの会員には13か月の請求があり、税率ごとの合計と明細が請求額に一致する', async () => {
    for (const loginId of ['sato', 'suzuki', 'takahashi', 'tanaka', 'ito']) {
      const { call } = await harness.signIn(loginId)
      const { bills } = await call(api.billingStatusGet)
      expect(bills.map(({ month }) => month)).toEqual([
        '2026-10',
        '2026-09',
        '2026-08',
        '2026-07',
        '2026-06',
        '2026-05',
        '2026-04',
        '2026-03',
        '2026-02',
        '2026-01',
        '2025-12',
        '2025-11',
        '2025-10',
      ])
      for (const bill of bills) {
        const taxed = bill.rates.reduce((sum, { totalYen }) => sum + totalYen, 0)
        expect(taxed + bill.outOfScopeYen).toBe(bill.totalYen)
        for (const { taxYen, exTaxYen, totalYen } of bill.rates)
          expect(taxYen + exTaxYen).toBe(totalYen)
      }
    }
  })

  test('月ごとの合計の一覧は、請求そのものと同じ額、同じ状態、同じ前の月との差', async () => {
    for (const loginId of ['suzuki', 'takahashi']) {
      const { call } = await harness.signIn(loginId)
      const { bills } = await call(api.billingStatusGet)
      const { months, current } = await call(api.billingMonthsGet)
      expect(current).toBe('2026-11')
      expect(months).toEqual(
        bills.map(({ month, totalYen, state, stateLabel, chargeOn, difference, path }) => ({
          month,
          totalYen,
          state,
          stateLabel,
          chargeOn,
          differenceYen: difference?.yen,
          path,
        })),
      )
    }
  })

  test('13か月の請求は、通信会社の記録から別の方法で計算し直しても1円まで同じ', async () => {
    const records = await rawRecords(harness)
    expect(records.length).toBeGreaterThan(500)
    let compared = 0
    for (const { loginId, planCode, lines } of contractStories) {
      const { call, accountId } = await harness.signIn(loginId)
      const facts = {
        planCode,
        lines: (await joinDays(harness, accountId)).map((joinedOn, index) => ({
          ref: `demo-${loginId}-${index + 1}`,
          kind: lines[index]?.kind ?? 'data',
          joinedOn,
        })),
        purchases: await purchases(harness, accountId),
        records: records.filter(({ lineRef }) => lineRef.startsWith(`demo-${loginId}-`)),
      }
      const { bills } = await call(api.billingStatusGet)
      for (const { month, totalYen, outOfScopeYen, rates } of bills) {
        const taxYen = rates.reduce((sum, rate) => sum + rate.taxYen, 0)
        expect({ loginId, month, totalYen, taxYen, outOfScopeYen }).toEqual({
          loginId,
          ...secondBill(facts, month),
        })
        compared += 1
      }
    }
    expect(compared).toBe(65)
  })

  test('佐藤さんの最初の請求は、12日からの日割りとSIMの手数料', async () => {
    const { call } = await harness.signIn('sato')
    const { bills } = await call(api.billingStatusGet, { query: { month: '2025-10' } })
    const charges = bills[0]?.charges.map(({ label, amountTenthsYen, explanation }) => [
      label,
      amountTenthsYen,
      explanation,
    ])
    // 1,080円 × 20日 ÷ 31日 = 696.77円
    expect(charges?.slice(0, 3)).toEqual([
      ['基本料金 3GB（音声通話SIM）', 6970, '1,080円 × 1か月 × 20日 ÷ 31日（税抜）'],
      ['SIM発行手数料', 30_000, '3,000円 × 1回（税抜）'],
      ['SIM準備料', 3940, '394円 × 1回（税抜）'],
    ])
    expect(bills).toMatchObject([
      { month: '2025-10', chargeOn: '2025-11-07', periodFrom: '2025-10-01' },
    ])
  })

  test('前の月との違いを、足すと全額になる理由で言う', async () => {
    const { call } = await harness.signIn('suzuki')
    const { bills } = await call(api.billingStatusGet)
    for (const [n, bill] of bills.entries()) {
      const before = bills[n + 1]
      if (before === undefined) {
        expect(bill.difference).toBeUndefined()
        continue
      }
      expect(bill.difference?.yen).toBe(bill.totalYen - before.totalYen)
      expect(bill.difference?.parts.reduce((sum, part) => sum + part.yen, 0)).toBe(
        bill.totalYen - before.totalYen,
      )
    }
  })

  test('ほかの会員の請求は見えない', async () => {
    const { call } = await harness.signIn('sato')
    const other = await harness.signIn('suzuki')
    const own = new Set((await call(api.billingStatusGet)).bills.map(({ billId }) => billId))
    const others = (await other.call(api.billingStatusGet)).bills.map(({ billId }) => billId)
    expect(others.filter((billId) => own.has(billId))).toEqual([])
  })
})

describe('お支払い（billing/unpaid）', () => {
  test('佐藤さんの請求は、毎月7日にカードで支払われている', async () => {
    const { call } = await harness.signIn('sato')
    const { bills } = await call(api.billingStatusGet)
    expect(new Set(bills.map(({ state }) => state))).toEqual(new Set(['paid']))
    expect(bills[0]).toMatchObject({ paidAt: '2026-11-07T10:00:00+09:00' })
    expect(await call(api.billingUnpaidGet)).toMatchObject({ bills: [], totalYen: 0 })
  })

  test('高橋さんの未払いは、9月分と10月分の本物の請求', async () => {
    const { call } = await harness.signIn('takahashi')
    const { bills } = await call(api.billingStatusGet)
    const owed = await call(api.billingUnpaidGet)
    expect(owed.bills).toMatchObject([
      { month: '2026-09', state: 'final_notice', failedAt: '2026-10-07T10:00:00+09:00' },
      { month: '2026-10', state: 'unpaid', failedAt: '2026-11-07T10:00:00+09:00' },
    ])
    expect(owed.totalYen).toBe((bills[0]?.totalYen ?? 0) + (bills[1]?.totalYen ?? 0))
    expect(owed.bills[0]?.reason).toBe(
      'カード会社から、利用できる金額を超えているため承認できないと回答がありました。',
    )
  })
})

describe('この1円の説明', () => {
  const numbersIn = (formula: string) => {
    const [, unit, quantity, days, ofDays, amount] =
      /^([-\d,.]+)円 × (-?\d+)\D*?(?: × (\d+)日 ÷ (\d+)日)? = ([-\d,.]+)円/.exec(formula) ?? []
    const number = (text = 'none') => Number(text.replaceAll(',', ''))
    const whole = number(unit) * number(quantity)
    return {
      shown: number(amount),
      computed: days === undefined ? whole : Math.round((whole * number(days)) / number(ofDays)),
    }
  }

  test('デモのすべての請求で、行に書かれた計算をし直すと、行の額と請求額に1円も違わず一致する', async () => {
    let lines = 0
    for (const loginId of ['sato', 'suzuki', 'takahashi', 'tanaka', 'ito', 'kobayashi']) {
      const { call } = await harness.signIn(loginId)
      const { bills } = await call(api.billingStatusGet)
      for (const { month, totalYen } of bills) {
        const { bills: opened } = await call(api.billingStatusGet, { query: { month } })
        const charges = opened[0]?.charges ?? []
        let thousandths = 0
        for (const { reckoning = [], amountTenthsYen, tax } of charges) {
          const formula = reckoning.find((sentence) => sentence.includes(' = ')) ?? ''
          const { shown, computed } = numbersIn(formula)
          expect(computed, formula).toBeCloseTo(shown, 6)
          expect(shown).toBe(amountTenthsYen / 10)
          thousandths += amountTenthsYen * (tax === 'excluded' ? 110 : 100)
          lines += 1
        }
        expect(Math.trunc(thousandths / 1000)).toBe(totalYen)
      }
    }
    expect(lines).toBeGreaterThan(300)
  })

  test('料金の行とその日付、日割り、税と端数、のすべてを言葉にする', async () => {
    const { call } = await harness.signIn('sato')
    const { bills } = await call(api.billingStatusGet, { query: { month: '2026-10' } })
    expect(bills[0]?.charges[0]?.reckoning).toEqual([
      '基本料金 3GB（音声通話SIM）は1か月1,080円（税抜）。2019年10月1日からの料金です。',
      '1,080円 × 1か月 = 1,080円',
      '税抜の料金です。2026年10月31日の税率10%の料金をすべて税込で合計してから、1円未満を1回だけ切り捨てます。',
    ])
  })
})

describe('別の料金表', () => {
  test('同じ料金表なら全員の請求が再現し、すべて2倍の料金表なら、月額・通話・番号の料金がちょうど2倍になる', async () => {
    const { db } = harness.database
    const doubled = createPriceBook(
      priceRows.map((row) => ({ ...row, tenthsYen: tenthsYen(row.tenthsYen * 2) })),
    )
    const unchanged = new Set<string>(['topUp', 'oneOff', 'adjustment'])
    const bills = await db
      .selectFrom('bill')
      .select(['contract_id', 'month', 'total_yen'])
      .where('month', '<', tokyoMonth('2026-11'))
      .execute()
    expect(bills.length).toBeGreaterThan(60)
    for (const { contract_id: contractId, month, total_yen: totalYen } of bills) {
      const billBy = async (book: PriceBook) =>
        billOf(await loadBillFacts(db, contractId, billedMonth(month, book)), book)
      const [own, other] = [await billBy(publishedPrices), await billBy(doubled)]
      expect(own?.totalYen).toBe(totalYen)
      for (const [n, line] of (own?.lines ?? []).entries()) {
        const factor = unchanged.has(line.kind) ? 1 : 2
        const difference = (other?.lines[n]?.amountTenthsYen ?? 0) - line.amountTenthsYen * factor
        // A prorated fee is rounded to the yen in either.
        expect(Math.abs(difference)).toBeLessThanOrEqual(line.proration === undefined ? 0 : 10)
      }
    }
  })
})

describe('次の請求（billing/reserve）', () => {
  test('今日までの金額と、低い・ふつう・高いの見込みを出し、引き落とし日を言う', async () => {
    const { call } = await harness.signIn('sato')
    const next = await call(api.billingReserveGet)
    expect(next).toMatchObject({ month: '2026-11', chargeOn: '2026-12-07' })
    const { lowYen, expectedYen, highYen } = next.forecast
    expect(lowYen).toBe(next.soFar.totalYen)
    expect(expectedYen).toBeGreaterThanOrEqual(lowYen)
    expect(highYen).toBeGreaterThanOrEqual(expectedYen)
    expect(next.soFar.charges[0]).toMatchObject({ label: '基本料金 3GB（音声通話SIM）' })
  })
})

describe('締めの仕事', () => {
  const closeAt = async (at: string) => {
    harness.clock.set(at)
    const tasks = harness.services.work.flatMap(({ tasks = [] }) => tasks)
    await tasks.find(({ name }) => name === 'month-close')?.run(harness.clock.now())
    return (await (await harness.signIn('sato')).call(api.billingStatusGet)).bills
  }

  test('1日の6時に前の月を締め、もう一度走っても同じ', async () => {
    expect((await closeAt('2026-12-01T05:00:00+09:00'))[0]?.month).toBe('2026-10')
    const bills = await closeAt('2026-12-01T06:00:00+09:00')
    expect(bills[0]).toMatchObject({
      month: '2026-11',
      state: 'fixed',
      stateLabel: '確定',
      fixedAt: '2026-12-01T06:00:00+09:00',
    })
    expect(await closeAt('2026-12-01T07:00:00+09:00')).toEqual(bills)
  })
})
