import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BilledLine, BillFacts } from '../billing/bill-facts.ts'
import { billOf } from '../billing/bill.ts'
import { chargeOf } from '../billing/charge.ts'
import { gigabytes, megabytes } from '../bytes.ts'
import { planCodes, type PlanCode } from '../catalogue/plan.ts'
import { publishedPrices as book, requireRate } from '../catalogue/price-book.ts'
import {
  addMonths,
  endOfMonth,
  startOfDay,
  startOfMonth,
  tokyoDate,
  tokyoMonth,
  type TokyoMonth,
} from '../tokyo.ts'
import { advise, comparableFrom } from './advise.ts'
import { cheapestPacks } from './cheapest-packs.ts'
import { asPaid, underSize, type Lived, type LivedMonth } from './compare.ts'

const startedOn = tokyoDate('2025-01-01')
const on = tokyoDate('2026-10-31')
const from = startOfDay(startedOn)

const line = (n = 1): BilledLine => ({
  lineId: `line-${n}`,
  places: [{ from, value: n }],
  kinds: [{ from, value: 'voice' }],
  firstDay: startedOn,
  options: [],
})

type Shape = {
  usedGb?: number
  packs?: readonly ('topup.1gb' | 'topup.100mb' | 'topup.1gbNoCarry')[]
  plan?: PlanCode
  lines?: number
  ranOut?: boolean
  oneOff?: boolean
}

function lived(shapes: readonly Shape[], first = tokyoMonth('2025-11')): Lived {
  return {
    startedOn,
    usedBeforeBytes: gigabytes(0),
    months: shapes.map((shape, n) => monthOf(addMonths(first, n), shape)),
  }
}

function monthOf(
  month: TokyoMonth,
  { usedGb = 1, packs = [], plan = 13, lines = 1, ranOut = false, oneOff = false }: Shape,
): LivedMonth {
  const taxOn = endOfMonth(month)
  const booked = [...packs, ...(oneOff ? (['oneOff.simChange'] as const) : [])].map((key) => ({
    ...chargeOf(key.startsWith('topup') ? 'topUp' : 'oneOff', requireRate(book, key, taxOn)),
    taxOn,
    source: `order-${month}`,
  }))
  const facts: BillFacts = {
    month,
    sizes: [{ from, value: plan }],
    lines: Array.from({ length: lines }, (_, n) => line(n + 1)),
    contractOptions: [],
    booked,
    traffic: [
      {
        lineId: 'line-1',
        kind: 'voice',
        row: requireRate(book, 'voice.per30s', taxOn),
        units: 7,
        taxOn: startOfMonth(month),
      },
    ],
    discounts: [],
  }
  return { facts, usedBytes: gigabytes(usedGb), ranOut }
}

const year = (shape: Shape) => lived(Array.from({ length: 12 }, () => shape))

describe('足りない分を補うデータチャージ', () => {
  const packs = (megabytesMissing: number) =>
    cheapestPacks(megabytes(megabytesMissing), on, book).map(({ code, count }) => [code, count])

  test.each([
    [0, []],
    [1, [['100mb', 1]]],
    [200, [['100mb', 2]]],
    [201, [['1gbNoCarry', 1]]],
    [1000, [['1gbNoCarry', 1]]],
    [
      1100,
      [
        ['100mb', 1],
        ['1gbNoCarry', 1],
      ],
    ],
    [2300, [['1gbNoCarry', 3]]],
  ])('%iMB足りなければ、いちばん安い組み合わせ', (missing, bought) => {
    expect(packs(missing)).toEqual(bought)
  })
})

describe('ほかの容量だったら', () => {
  test('3GBで毎月1GBしか使わなければ、1GBで月220円、12か月で2,640円安い', () => {
    const advice = advise(year({ usedGb: 1 }), 13, book)
    const [best] = advice.sizes
    expect(best).toMatchObject({
      planCode: 11,
      deltaYen: -2640,
      cheaperMonths: 12,
      sureness: 'high',
    })
    expect(best?.months.map(({ missingBytes }) => missingBytes)).toEqual(Array(12).fill(0))
  })

  test('足りない月は、その月にいちばん安いデータチャージを買ったものとする', () => {
    const { months } = underSize(year({ usedGb: 2.1 }), 11, book)
    // 1.1 GB are missing: 480 + 200 yen; the base of the month before is used up each time.
    expect(months[1]).toMatchObject({ missingBytes: megabytes(1100) })
    // (880 + 680) × 1.1 + 7 × 22 + 4.4, the universal fee of 2025 = 1,874.4
    expect(months[1]?.would.totalYen).toBe(1874)
  })

  test('余った基本データは翌月まで繰り越し、そのあとは消える', () => {
    const used = [0.2, 1.7, 1, 0, 0, 3]
    const missing = underSize(lived(used.map((usedGb) => ({ usedGb }))), 11, book).months.map(
      ({ missingBytes }) => missingBytes / 1_000_000,
    )
    // 0.8 carried covers 1.7; in the last month one month's worth is there beside its own.
    expect(missing).toEqual([0, 0, 0, 0, 0, 1000])
  })

  test('1回だけの料金は、どちらにも入らない', () => {
    const [plain, ordered] = [year({}), year({ oneOff: true })]
    expect(advise(ordered, 13, book).paidYen).toBe(advise(plain, 13, book).paidYen)
  })

  test('同じ容量のままでも、繰り越せるチャージより当月限りのほうが安かったと言える', () => {
    const advice = advise(year({ usedGb: 4, packs: ['topup.1gb'] }), 13, book)
    // 1,000 against 480 yen, 572 with tax; in the first three months what was carried over had covered it.
    expect(advice.otherPacksYen).toBe(advice.paidYen - 3 * 1100 - 9 * 572)
  })

  test('2回線では、シェアコースで選べる容量だけを比べる', () => {
    const { sizes } = advise(year({ lines: 2, plan: 18 }), 18, book)
    expect(sizes.map(({ planCode }) => planCode).toSorted((a, b) => a - b)).toEqual([
      18, 20, 25, 30, 40,
    ])
  })

  test('途中で容量を変えていれば、いまの容量もすべての月で計算し直す', () => {
    const changed = lived([...Array(6).fill({ plan: 15 }), ...Array(6).fill({ plan: 13 })])
    const own = advise(changed, 13, book).sizes.find(({ isPresent }) => isPresent)
    expect(own).toMatchObject({ isAsPaid: false, deltaYen: -6 * 220, cheaperMonths: 6 })
  })

  test('確かさは、月の数、月ごとのばらつき、使い切った月で決まる', () => {
    const best = (of: Lived) => advise(of, 13, book).sizes[0]?.sureness
    expect(best(year({ usedGb: 1 }))).toBe('high')
    expect(best(lived(Array(8).fill({ usedGb: 1 })))).toBe('some')
    expect(best(lived(Array(5).fill({ usedGb: 1 })))).toBe('low')
    expect(best(lived([...Array(11).fill({ usedGb: 1 }), { usedGb: 1, ranOut: true }]))).toBe(
      'some',
    )
    expect(best(year({ usedGb: 1, ranOut: true }))).toBe('low')
  })

  test('3か月を通してご利用になった翌月の1日から比べられる', () => {
    expect(comparableFrom(tokyoDate('2026-10-01'))).toBe('2027-01-01')
    expect(comparableFrom(tokyoDate('2026-10-02'))).toBe('2027-02-01')
  })
})

const shape = fc.record({
  usedGb: fc.integer({ min: 0, max: 12_000 }).map((thousandths) => thousandths / 1000),
  packs: fc.array(fc.constantFrom('topup.1gb', 'topup.100mb', 'topup.1gbNoCarry'), {
    maxLength: 4,
  }),
  oneOff: fc.boolean(),
  ranOut: fc.boolean(),
  lines: fc.constantFrom(1, 2, 3),
})
const histories = fc
  .tuple(fc.constantFrom(18, 20, 25, 30, 40), fc.array(shape, { minLength: 3, maxLength: 12 }))
  .map(([plan, shapes]) => ({ plan, of: lived(shapes.map((one) => ({ ...one, plan }))) }))

describe('どの1年でも', () => {
  test('いまの容量の行は、1回だけの料金を除いた実際の請求と1円も違わない', () => {
    fc.assert(
      fc.property(histories, ({ plan, of }) => {
        const own = advise(of, plan, book).sizes.find(({ isPresent }) => isPresent)
        const bills = of.months.map(({ facts }) => {
          const booked = facts.booked.filter(({ kind }) => kind !== 'oneOff')
          return billOf({ ...facts, booked }, book)?.totalYen
        })
        expect(own?.months.map(({ would }) => would.totalYen)).toEqual(bills)
        expect(own?.deltaYen).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test('いちばん安い容量は、いまの容量より高くならない', () => {
    fc.assert(
      fc.property(histories, ({ plan, of }) => {
        const { sizes, paidYen } = advise(of, plan, book)
        expect(sizes[0]?.wouldYen).toBeLessThanOrEqual(paidYen)
      }),
      { numRuns: 30 },
    )
  })

  test('足りない分は、使った量から、その容量で使えた量を引いたもの以上にも以下にもならない', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...planCodes), ({ of }, planCode) => {
        const base = underSize(of, planCode, book)
        let carried = asBase(planCode)
        for (const { usedBytes, missingBytes } of base.months) {
          const own = asBase(planCode)
          const fromCarry = Math.min(usedBytes, carried)
          const fromBase = Math.min(usedBytes - fromCarry, own)
          expect(missingBytes).toBe(usedBytes - fromCarry - fromBase)
          carried = own - fromBase
        }
      }),
      { numRuns: 30 },
    )
  })

  test('請求のもとになる事実の順を変えても、答えは同じ', () => {
    fc.assert(
      fc.property(histories, ({ plan, of }) => {
        const reversed = of.months.map((month) => ({
          ...month,
          facts: {
            ...month.facts,
            lines: month.facts.lines.toReversed(),
            booked: month.facts.booked.toReversed(),
            traffic: month.facts.traffic.toReversed(),
          },
        }))
        const figures = (one: Lived) =>
          advise(one, plan, book).sizes.map(({ planCode, wouldYen }) => [planCode, wouldYen])
        expect(figures({ ...of, months: reversed })).toEqual(figures(of))
        expect(asPaid({ ...of, months: reversed }, plan, book).paidYen).toBe(
          asPaid(of, plan, book).paidYen,
        )
      }),
      { numRuns: 30 },
    )
  })
})

const GB = { 10: 0, 11: 1, 13: 3, 15: 5, 18: 8, 20: 10, 25: 15, 30: 20, 40: 30 }
/** The month before the first one used nothing, so that one whole base is carried into it. */
const asBase = (planCode: PlanCode) => GB[planCode] * 1_000_000_000
