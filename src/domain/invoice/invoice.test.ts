import type { TaxBasis } from '#vocabulary/price.ts'
import { describe, expect, test } from 'vitest'
import { noBill, totalsOf, type Bill } from '../billing/bill.ts'
import type { BillLine } from '../billing/bill-line.ts'
import { publishedPrices } from '../catalogue/price-book.ts'
import { tenthsYen, yen } from '../money.ts'
import { tokyoDate, tokyoMonth } from '../tokyo.ts'
import { invoiceOf, serviceDays, type InvoiceFacts } from './invoice.ts'
import { isIssuedOfItself, returnInvoiceOf } from './return-invoice.ts'

const november = tokyoMonth('2026-11')
const line = (
  amountYen: number,
  over: Partial<BillLine> = {},
  tax: TaxBasis = 'excluded',
): BillLine => ({
  kind: amountYen < 0 ? 'adjustment' : 'base',
  quantity: 1,
  row: undefined,
  proration: undefined,
  amountTenthsYen: tenthsYen(amountYen * 10),
  tax,
  taxOn: tokyoDate('2026-11-30'),
  ...over,
})
const bill = (...lines: BillLine[]): Bill => ({
  month: november,
  lines,
  ...totalsOf(lines, publishedPrices),
})
const invoice = (over: Partial<InvoiceFacts> = {}) => {
  const made = invoiceOf({
    bill: bill(line(1080)),
    service: { from: tokyoDate('2026-11-01'), to: tokyoDate('2026-11-30') },
    holderName: '髙橋 﨑子',
    settled: [],
    ...over,
  })
  if (!made.ok) throw new Error(made.code)
  return made.value
}
const returned = (...lines: BillLine[]) => {
  const made = returnInvoiceOf(bill(...lines), publishedPrices)
  if (!made.ok) throw new Error(made.code)
  return made.value
}

describe('適格請求書（billing.md 19）', () => {
  test('税抜1,085円・1,103円・1,123円の税は331円で、請求と1円も違わない', () => {
    const shown = bill(line(1085), line(1103), line(1123))
    const printed = invoice({ bill: shown })
    expect(printed.rates).toEqual([{ taxPercent: 10, totalYen: 3642, taxYen: 331, exTaxYen: 3311 }])
    expect([printed.rates, printed.outOfScopeYen, printed.totalYen]).toEqual([
      shown.rates,
      shown.outOfScopeYen,
      shown.totalYen,
    ])
  })

  test('税率が2つあれば、合計と税も税率ごとに書く', () => {
    const before = tokyoDate('2019-09-30')
    const { rates, totalYen } = invoice({
      bill: bill(line(1000), line(1000, { taxOn: before, originMonth: tokyoMonth('2019-09') })),
    })
    expect(rates.map(({ taxPercent, totalYen, taxYen }) => [taxPercent, totalYen, taxYen])).toEqual(
      [
        [10, 1100, 100],
        [8, 1080, 80],
      ],
    )
    expect(totalYen).toBe(2180)
  })

  test('海外での通話、分割払い、遅延損害金は対象外の合計に入り、税にかかわらない', () => {
    const printed = invoice({
      bill: bill(
        line(1080),
        line(1828, { kind: 'deviceInstalment' }, 'outOfScope'),
        line(40, { kind: 'lateInterest' }, 'outOfScope'),
      ),
    })
    expect(printed.rates).toEqual([{ taxPercent: 10, totalYen: 1188, taxYen: 108, exTaxYen: 1080 }])
    expect([printed.outOfScopeYen, printed.totalYen]).toEqual([1868, 3056])
  })

  test('遅れて届いた通話は自分の日を、その月の料金は利用した日を取引の日とする', () => {
    const late = line(
      44,
      { kind: 'adjustment', taxOn: tokyoDate('2026-10-28'), originMonth: tokyoMonth('2026-10') },
      'included',
    )
    const call = line(22, { kind: 'voice', taxOn: tokyoDate('2026-11-03') }, 'included')
    expect(
      invoice({ bill: bill(line(1080), call, late) }).lines.map(({ suppliedOn }) => suppliedOn),
    ).toEqual([undefined, undefined, '2026-10-28'])
  })

  test.each([
    ['1か月使った', [{ firstDay: '2025-10-01' }], '2026-11-01', '2026-11-30'],
    ['11日に使い始めた', [{ firstDay: '2026-11-11' }], '2026-11-11', '2026-11-30'],
    [
      '20日に転出した',
      [{ firstDay: '2025-10-01', lastDay: '2026-11-20' }],
      '2026-11-01',
      '2026-11-20',
    ],
    [
      '1回線が終わり、次の回線が続く',
      [{ firstDay: '2026-11-05', lastDay: '2026-11-09' }, { firstDay: '2026-11-08' }],
      '2026-11-05',
      '2026-11-30',
    ],
    [
      '前の月に終わった',
      [{ firstDay: '2025-10-01', lastDay: '2026-10-31' }],
      '2026-11-01',
      '2026-11-30',
    ],
  ])('取引の日はその月に使った日: %s', (_, lines, from, to) => {
    const days = lines.map(({ firstDay, ...end }) => ({
      firstDay: tokyoDate(firstDay),
      ...('lastDay' in end && end.lastDay !== undefined ? { lastDay: tokyoDate(end.lastDay) } : {}),
    }))
    expect(serviceDays(november, days)).toEqual({ from, to })
  })

  test('宛名は契約者の名前で、望めばその前に屋号が入る', () => {
    expect(invoice().recipientName).toBe('髙橋 﨑子')
    expect(invoice({ tradeName: '𠮷野德㈱' }).recipientName).toBe('𠮷野德㈱　髙橋 﨑子')
  })

  test('確定していない月、0円の月、返金だけの月には発行できない', () => {
    const none = { ok: false, code: 'INVOICE_NOT_ISSUABLE' }
    const facts: InvoiceFacts = {
      bill: undefined,
      service: { from: tokyoDate('2026-11-01'), to: tokyoDate('2026-11-30') },
      holderName: '髙橋 﨑子',
      settled: [],
    }
    expect(invoiceOf(facts)).toEqual(none)
    expect(invoiceOf({ ...facts, bill: noBill(november) })).toEqual(none)
    expect(invoiceOf({ ...facts, bill: bill(line(1080), line(-1080)) })).toEqual(none)
    expect(invoiceOf({ ...facts, bill: bill(line(-108)) })).toEqual(none)
    expect(
      invoiceOf({ ...facts, bill: bill(line(1828, { kind: 'deviceInstalment' }, 'outOfScope')) }),
    ).toEqual(none)
  })

  test('残高、ポイント、お支払いは合計の下にあり、合計も税も減らさない', () => {
    const payments = [
      { by: 'credit' as const, yen: yen(118), on: tokyoDate('2026-12-01') },
      { by: 'points' as const, yen: yen(70), on: tokyoDate('2026-12-07') },
      { by: 'card' as const, yen: yen(1000), on: tokyoDate('2026-12-07') },
    ]
    const printed = invoice({ settled: payments })
    expect(printed.totalYen).toBe(1188)
    expect(printed.rates[0]?.taxYen).toBe(108)
    expect(printed.settled).toEqual(payments)
    expect(printed.leftYen).toBe(0)
  })
})

describe('適格返還請求書（billing.md 20）', () => {
  test('税抜108円の返金は−118円、うち税−10円', () => {
    expect(returned(line(-108)).rates).toEqual([
      { taxPercent: 10, totalYen: -118, taxYen: -10, exTaxYen: -108 },
    ])
  })

  test('請求の中で差し引かれた値引きには、発行しない', () => {
    for (const reductionYen of [-500, -1080])
      expect(returnInvoiceOf(bill(line(1080), line(reductionYen)), publishedPrices)).toEqual({
        ok: false,
        code: 'RETURN_INVOICE_NOT_ISSUABLE',
      })
  })

  test('合計がマイナスの税率だけが載り、対象外の返金は載らない', () => {
    const made = returned(
      line(1080),
      line(-1000, { taxOn: tokyoDate('2019-09-30'), originMonth: tokyoMonth('2019-09') }),
      line(-1824, { kind: 'deviceInstalment', taxOn: tokyoDate('2019-09-30') }, 'outOfScope'),
    )
    expect(made.rates).toEqual([{ taxPercent: 8, totalYen: -1080, taxYen: -80, exTaxYen: -1000 }])
    expect(made.lines).toHaveLength(1)
    expect(made.totalYen).toBe(-1080)
  })

  test('初期契約解除: もとの取引の月がすべて載り、請求の合計と1円も違わない', () => {
    const october = tokyoMonth('2026-10')
    const fee = line(3300, { kind: 'oneOff' }, 'included')
    const reversed = [
      line(-3394, { taxOn: tokyoDate('2026-10-28'), originMonth: october }),
      line(-139, { taxOn: tokyoDate('2026-10-31'), originMonth: october }),
      line(-1080),
    ]
    const made = returned(fee, ...reversed)
    // 3,300 − 4,613 × 1.1 = −1,774.3
    expect(made.totalYen).toBe(-1774)
    expect(made.rates[0]?.taxYen).toBe(-161)
    expect(made.suppliedMonths).toEqual(['2026-10', '2026-11'])
    expect(returned(fee, ...reversed.slice(0, 2)).suppliedMonths).toEqual(['2026-10'])
  })

  test.each([
    [-9090, -9999, false],
    [-9091, -10_000, true],
    [-20_000, -22_000, true],
  ])('10,000円以上は求められなくても発行する: 税抜%i円は%i円', (exTax, total, ofItself) => {
    const made = returned(line(exTax))
    expect(made.totalYen).toBe(total)
    expect(isIssuedOfItself(made)).toBe(ofItself)
  })
})
