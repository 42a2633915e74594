import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BillLine } from '../billing/bill-line.ts'
import { chargeOf } from '../billing/charge.ts'
import { publishedPrices } from '../catalogue/price-book.ts'
import type { PriceKey } from '../catalogue/figure.ts'
import { yen } from '../money.ts'
import { formatRfc3339, tokyoDate, tokyoMonth } from '../tokyo.ts'
import { decideWithinLimit, dueWarning, reachedPercent, spentYen } from './limit.ts'

const month = tokyoMonth('2026-11')
const taxOn = tokyoDate('2026-11-20')
const book = publishedPrices

function line(kind: BillLine['kind'], key: PriceKey, quantity = 1): BillLine {
  const row = book.rateOn(key, taxOn)
  if (row === undefined) throw new Error(key)
  return { ...chargeOf(kind, row, quantity), taxOn }
}
const pack = (key: PriceKey) => line('topUp', key)
const calls = (units: number) => line('voice', 'voice.per30s', units)
const messages = (count: number) => line('sms', 'sms.70', count)
const spent = (...lines: BillLine[]) => ({ month, lines, book })

describe('上限に数える料金', () => {
  test('チャージと通話とSMSを、請求と同じく税込で合計し、最後に1回だけ切り捨てる', () => {
    const lines = [pack('topup.1gb'), calls(10), messages(3)]
    // 1,100 + 220 + 9.9
    expect(spentYen(spent(...lines))).toBe(1329)
  })

  test('毎月の料金、手数料、訂正は数えない', () => {
    const others = [
      line('base', 'plan.13.voice'),
      line('oneOff', 'oneOff.simIssue'),
      line('universalFee', 'fee.universal'),
      { ...calls(100), kind: 'adjustment' as const },
    ]
    expect(spentYen(spent(...others))).toBe(0)
    expect(spentYen(spent(...others, pack('topup.100mb')))).toBe(220)
  })
})

describe('上限と購入', () => {
  const decide = (limitYen: number, ...lines: BillLine[]) =>
    decideWithinLimit(yen(limitYen), spent(...lines), pack('topup.500mb'))

  test('ちょうど上限になる購入はできて、1円でも超える購入はできない', () => {
    expect(decide(1760, pack('topup.1gb'))).toEqual({
      ok: true,
      value: { soFarYen: 1100, afterYen: 1760 },
    })
    expect(decide(1759, pack('topup.1gb'))).toMatchObject({
      ok: false,
      code: 'SPENDING_LIMIT_REACHED',
      facts: { limitYen: 1759, soFarYen: 1100, priceYen: 660 },
    })
  })

  test('超えるなら、翌月1日から購入できると分かる。上限より高い量は、翌月も購入できないので日を言わない', () => {
    const { freeFrom } = refusalOf(decide(1759, pack('topup.1gb')))
    expect(freeFrom && formatRfc3339(freeFrom)).toBe('2026-12-01T00:00:00+09:00')
    expect(refusalOf(decide(659)).freeFrom).toBeUndefined()
  })

  test('上限を使った額より下げれば、どの量も購入できない', () => {
    expect(decide(500, pack('topup.1gb')).ok).toBe(false)
  })

  const keys: PriceKey[] = ['topup.100mb', 'topup.500mb', 'topup.1gb', 'topup.1gbNoCarry']

  test('どんな通話とどんな順の購入でも、購入で上限を超えることはない', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 20_000 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.constantFrom(...keys), { maxLength: 30 }),
        (limitYen, units, count, requests) => {
          let lines: BillLine[] = [calls(units), messages(count)]
          const before = spentYen(spent(...lines))
          for (const request of requests) {
            const decided = decideWithinLimit(yen(limitYen), spent(...lines), pack(request))
            if (decided.ok) lines = [...lines, pack(request)]
            else {
              const price = spentYen(spent(pack(request)))
              expect(decided.facts).toEqual({
                limitYen,
                soFarYen: spentYen(spent(...lines)),
                priceYen: price,
              })
              expect(spentYen(spent(...lines)) + price).toBeGreaterThan(limitYen)
            }
          }
          expect(spentYen(spent(...lines))).toBeLessThanOrEqual(Math.max(before, limitYen))
        },
      ),
    )
  })
})

describe('上限に近づいたお知らせ', () => {
  const none: ReadonlySet<string> = new Set()
  const warningAt = (soFarYen: number, notified = none, limitYen = 3000) =>
    dueWarning(yen(limitYen), { month, soFarYen: yen(soFarYen) }, notified)

  test('80%と100%で知らせる。その手前では知らせない', () => {
    expect([2399, 2400, 2999, 3000, 9999].map((so) => reachedPercent(yen(3000), yen(so)))).toEqual([
      undefined,
      80,
      80,
      100,
      100,
    ])
  })

  test('一度に超えたときは、高いほうだけを1回知らせる', () => {
    expect(warningAt(3200)).toEqual({ percent: 100, noticeKey: 'limit/2026-11/3000/100' })
    expect(warningAt(2500, new Set(['limit/2026-11/3000/100']))).toBeUndefined()
    expect(warningAt(3200, new Set(['limit/2026-11/3000/80']))?.percent).toBe(100)
  })

  test('上限を変えれば、新しい上限でまた知らせる', () => {
    const notified = new Set(['limit/2026-11/3000/80', 'limit/2026-11/3000/100'])
    expect(warningAt(3000, notified, 5000)).toBeUndefined()
    expect(warningAt(4000, notified, 5000)?.percent).toBe(80)
  })

  test('どんな順に増えても、同じ段階を2回は知らせない', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4000), { maxLength: 40 }), (sums) => {
        const notified = new Set<string>()
        const percents: number[] = []
        for (const sum of sums) {
          const one = warningAt(sum, notified)
          if (one === undefined) continue
          notified.add(one.noticeKey)
          percents.push(one.percent)
        }
        expect(percents).toEqual([...new Set(percents)].toSorted((a, b) => a - b))
      }),
    )
  })
})

function refusalOf(decided: ReturnType<typeof decideWithinLimit>) {
  if (decided.ok) throw new Error('it was not refused')
  return decided
}
