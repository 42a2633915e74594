import { describe, expect, test } from 'vitest'
import { priceRows, type PriceKey } from '../catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '../catalogue/price-book.ts'
import { tenthsYen, yen } from '../money.ts'
import { instant, tokyoDate, tokyoMonth } from '../tokyo.ts'
import { billOf } from './bill.ts'
import type { BilledLine, BillFacts, BookedAmount } from './bill-facts.ts'

const november = tokyoMonth('2026-11')
const day = tokyoDate
const since = <const Value>(value: Value, from = '2025-10-01T00:00:00+09:00') => ({
  from: instant(from),
  value,
})
const line = (
  kind: 'data' | 'sms' | 'voice',
  { place = 1, ...over }: Partial<BilledLine> & { place?: number } = {},
): BilledLine => ({
  lineId: `line-${place}`,
  places: [since(place)],
  kinds: [since(kind)],
  firstDay: day('2025-10-01'),
  options: [],
  ...over,
})
const facts = (over: Partial<BillFacts> = {}): BillFacts => ({
  month: november,
  sizes: [since(13)],
  lines: [line('voice')],
  contractOptions: [],
  booked: [],
  traffic: [],
  discounts: [],
  ...over,
})
const bill = (over: Partial<BillFacts> = {}, book = publishedPrices) => {
  const made = billOf(facts(over), book)
  if (made === undefined) throw new Error('No bill')
  return made
}
const amounts = (over: Partial<BillFacts> = {}) =>
  bill(over).lines.map(({ kind, amountTenthsYen }) => [kind, amountTenthsYen / 10])
const row = (key: PriceKey, on = '2026-11-20') => {
  const found = publishedPrices.rateOn(key, day(on))
  if (found === undefined) throw new Error(key)
  return found
}
const adjustment = (yenExTax: number, over: Partial<BookedAmount> = {}): BookedAmount => ({
  kind: 'adjustment',
  quantity: 1,
  amountTenthsYen: tenthsYen(yenExTax * 10),
  tax: 'excluded',
  taxOn: day('2026-11-20'),
  source: 'record:1',
  ...over,
})

describe('税と端数（billing.md 1〜4）', () => {
  test('3GBの音声通話SIMの1か月は1,191円', () => {
    expect(bill()).toMatchObject({
      totalYen: 1191,
      rates: [{ taxPercent: 10, totalYen: 1191, taxYen: 108, exTaxYen: 1083 }],
    })
  })

  test('3.3円のSMS3通は9.9円のまま合計に入る', () => {
    const traffic = [
      {
        lineId: 'line-1',
        kind: 'sms' as const,
        row: row('sms.70'),
        units: 3,
        taxOn: day('2026-11-03'),
      },
    ]
    // 1,188 + 9.9 + 3.3 = 1,201.2
    expect(bill({ traffic }).totalYen).toBe(1201)
    expect(amounts({ traffic })).toContainEqual(['sms', 9.9])
  })

  test('500円の割引は税の前に引く: 1,080円の請求は641円', () => {
    const discounts = [
      { off: 'base' as const, lineId: 'line-1', amountYen: yen(500), source: 'campaign:1' },
    ]
    expect(bill({ discounts }).totalYen).toBe(641)
  })

  test('割引は割り引かれる料金を超えない', () => {
    const discounts = [
      { off: 'base' as const, lineId: 'line-1', amountYen: yen(5000), source: 'campaign:1' },
    ]
    expect(amounts({ discounts })).toContainEqual(['discount', -1080])
    expect(bill({ discounts }).totalYen).toBe(3)
  })

  test('割引が重なっても、あわせて料金を超えない', () => {
    const discount = (amount: number, source: string) => ({
      off: 'base' as const,
      amountYen: yen(amount),
      source,
    })
    const discounts = [discount(700, 'campaign:1'), discount(500, 'campaign:2'), discount(1, 'c:3')]
    expect(amounts({ discounts }).filter(([kind]) => kind === 'discount')).toEqual([
      ['discount', -700],
      ['discount', -380],
    ])
  })

  test('マイナスの合計はゼロに近いほうへ切り捨てる: −917円は−1,008円、税−91円', () => {
    expect(bill({ lines: [], booked: [adjustment(-917)] })).toMatchObject({
      totalYen: -1008,
      rates: [{ taxPercent: 10, totalYen: -1008, taxYen: -91, exTaxYen: -917 }],
    })
  })

  test('1,085円・1,103円・1,123円の税は331円', () => {
    const booked = [adjustment(1085), adjustment(1103), adjustment(1123)]
    expect(bill({ lines: [], booked }).rates[0]?.taxYen).toBe(331)
  })

  test('前の税率のころの訂正は、その日の税率で別の合計になる', () => {
    const booked = [
      adjustment(1000),
      adjustment(1000, {
        taxOn: day('2019-09-30'),
        originMonth: tokyoMonth('2019-09'),
        source: 'record:2',
      }),
    ]
    expect(bill({ lines: [], booked })).toMatchObject({
      rates: [
        { taxPercent: 10, totalYen: 1100, taxYen: 100 },
        { taxPercent: 8, totalYen: 1080, taxYen: 80 },
      ],
      totalYen: 2180,
    })
  })

  test('海外への通信、分割払い、遅延損害金は対象外としてまとめる', () => {
    const booked = [
      adjustment(1824, { kind: 'deviceInstalment', tax: 'outOfScope', source: 'device:1' }),
      adjustment(40, { kind: 'lateInterest', tax: 'outOfScope', source: 'bill:1' }),
    ]
    const traffic = [
      {
        lineId: 'line-1',
        kind: 'sms' as const,
        row: row('sms.abroad'),
        units: 2,
        taxOn: day('2026-11-03'),
      },
    ]
    expect(bill({ booked, traffic })).toMatchObject({ outOfScopeYen: 2064, totalYen: 3255 })
  })
})

describe('月額（billing.md 5〜7）', () => {
  test('最初の回線は月の初めの順番で決まり、18日の種別変更は翌月から効く', () => {
    const changed = line('data', {
      kinds: [since('data'), since('voice', '2026-11-18T14:00:00+09:00')],
    })
    expect(amounts({ lines: [changed] })[0]).toEqual(['base', 680])
    expect(amounts({ lines: [changed], month: tokyoMonth('2026-12') })[0]).toEqual(['base', 1080])
  })

  test('月の途中で先頭の回線が終わっても、その月の先頭はその回線', () => {
    const lines = [line('voice', { lastDay: day('2026-11-10') }), line('data', { place: 2 })]
    const sizes = [since(18)]
    expect(amounts({ lines, sizes }).slice(0, 2)).toEqual([
      ['base', 1480],
      ['shareLine', 400],
    ])
    expect(amounts({ lines, sizes, month: tokyoMonth('2026-12') })[0]).toEqual(['base', 1080])
  })

  test('610円×7日÷28日は153円、11日からの回線は467円', () => {
    const february = tokyoMonth('2026-02')
    const sms = line('sms', { firstDay: day('2026-02-22') })
    const small = [since(11, '2026-02-22T14:00:00+09:00')]
    expect(amounts({ month: february, lines: [sms], sizes: small })[0]).toEqual(['base', 153])
    const lines = [line('voice'), line('voice', { place: 2, firstDay: day('2026-11-11') })]
    const sizes = [since(18)]
    expect(amounts({ lines, sizes })[1]).toEqual(['shareLine', 467])
  })

  test('回線のオプションは回線ごとに、加入した日から日割り', () => {
    const talk = (from: string, to?: string) => ({
      code: 'tenMinuteCalls' as const,
      from: day(from),
      to: to === undefined ? undefined : day(to),
    })
    const lines = [
      line('voice', { options: [talk('2026-11-11')] }),
      line('voice', { place: 2, options: [talk('2026-01-01')] }),
    ]
    const sizes = [since(18)]
    expect(amounts({ lines, sizes }).slice(2, 4)).toEqual([
      ['option', 467],
      ['option', 700],
    ])
  })

  test('同じ月に解約して入り直したオプションは、続いていたものとする', () => {
    const options = [
      { code: 'voicemail' as const, from: day('2026-01-10'), to: day('2026-11-30') },
      { code: 'voicemail' as const, from: day('2026-11-20') },
    ]
    expect(amounts({ lines: [line('voice', { options })] })[1]).toEqual(['option', 300])
  })

  test('10日に始め20日に転出した月も、月末までの21日分', () => {
    const lines = [line('voice', { firstDay: day('2026-11-10'), lastDay: day('2026-11-20') })]
    expect(amounts({ lines })).toEqual([['base', 756]])
  })

  test('新しい月額は次の1日から効く', () => {
    const raised = {
      ...row('plan.13.voice'),
      tenthsYen: tenthsYen(12_000),
      validFrom: day('2026-11-15'),
    }
    const others = priceRows.filter(({ key }) => key !== 'plan.13.voice')
    const old = { ...row('plan.13.voice'), validTo: day('2026-11-14') }
    const book = createPriceBook([...others, old, raised])
    expect(bill({}, book).lines[0]?.amountTenthsYen).toBe(10_800)
    expect(bill({ month: tokyoMonth('2026-12') }, book).lines[0]?.amountTenthsYen).toBe(12_000)
  })
})

describe('ユニバーサルサービス料など（billing.md 8）', () => {
  test('月末の24時に使える番号だけにかかる: 10日の転出なら0円', () => {
    const lines = [line('voice', { lastDay: day('2026-11-10') })]
    expect(amounts({ lines })).toEqual([['base', 1080]])
  })

  test('月末で終わる番号にはかかる', () => {
    const lines = [line('voice', { lastDay: day('2026-11-30') })]
    expect(bill({ lines }).totalYen).toBe(1191)
  })

  test('月末の日に転出した番号は、24時にはほかの会社にあるのでかからない: 1,188円', () => {
    const lines = [line('voice', { lastDay: day('2026-11-30'), isPortedOut: true })]
    expect(bill({ lines }).totalYen).toBe(1188)
    const december = { month: tokyoMonth('2026-12') }
    const later = [line('voice', { lastDay: day('2026-12-01'), isPortedOut: true })]
    expect(bill({ lines: later }).totalYen).toBe(1191)
    expect(bill({ lines: later, ...december }).totalYen).toBe(1188)
  })

  test('020番号のデータSIMにはかからない', () => {
    expect(amounts({ lines: [line('data')] })).toEqual([['base', 680]])
  })

  test('2026年3月のブロードバンド制度の負担金は、ライトを除くすべての回線に2.2円', () => {
    const march = tokyoMonth('2026-03')
    expect(amounts({ month: march, lines: [line('data')] })).toContainEqual([
      'broadbandUniversalFee',
      2.2,
    ])
    const light = [since(10)]
    expect(amounts({ month: march, lines: [line('data')], sizes: light })).toEqual([['base', 400]])
  })
})

describe('請求のない月、料金表の欠け', () => {
  test('利用した日も費用もない月に請求はない', () => {
    expect(billOf(facts({ month: tokyoMonth('2025-09') }), publishedPrices)).toBeUndefined()
  })

  test('契約が終わったあとに届いた費用には請求がある', () => {
    const ended = [line('voice', { lastDay: day('2026-10-31') })]
    expect(bill({ lines: ended, booked: [adjustment(60)] }).totalYen).toBe(66)
  })

  test('料金表に行がなければ、その行と日を名指しして断る', () => {
    const book = createPriceBook(priceRows.filter(({ key }) => key !== 'plan.13.voice'))
    expect(() => bill({}, book)).toThrow('plan.13.voice on 2026-11-01')
  })
})
