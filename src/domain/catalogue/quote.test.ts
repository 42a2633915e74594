import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OptionCode } from '#vocabulary/option.ts'
import { tenthsYen } from '../money.ts'
import {
  addDays,
  addMonths,
  startOfMonth,
  tokyoDate,
  tokyoMonth,
  type TokyoDate,
} from '../tokyo.ts'
import { callsFromMinutes, chargedUnits, isFreeNumber, isOutsideUnlimited } from './call.ts'
import {
  lineUse,
  ordinaryBill,
  ordinaryBillByLine,
  type MonthlyUse,
} from '../billing/ordinary-month.ts'
import { inForce, type Dated } from './dated.ts'
import { priceRows } from './figure.ts'
import { createPriceBook, publishedPrices } from './price-book.ts'
import { firstBills, quote } from './quote.ts'
import { taxRates } from './tax.ts'

const today = tokyoDate('2026-11-20')
const from = tokyoMonth('2026-12')
const quoted = (use: MonthlyUse, on = today, start = from) => {
  const answer = quote(use, on, start, publishedPrices)
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}

describe('これからの料金', () => {
  test.each(['plan.13.voice', 'voice.per30s', 'sms.70', 'oneOff.simIssue'])(
    '%sの行がなければ見積もらず、その行を名指す',
    (missing) => {
      const book = createPriceBook(priceRows.filter(({ key }) => key !== missing))
      const line = lineUse('voice', { callSeconds: [60], messages: [{ characters: 10, times: 1 }] })
      expect(() => quote({ planCode: 13, lines: [line] }, today, from, book)).toThrow(missing)
    },
  )

  test('音声3GB 1回線: 月1,191円、初期費用3,733円、24か月で32,317円', () => {
    const answer = quoted({ planCode: 13, lines: [lineUse('voice')] })
    // 1,188 + 2.2 + 1.1 = 1,191.3 a month; 3,394 × 1.1 = 3,733.4 once.
    expect(answer.monthly.totalYen).toBe(1191)
    expect(answer.oneOff.totalYen).toBe(3733)
    // The first bill is one bill: 1,191.3 + 3,733.4 = 4,924.7, rounded once.
    expect(answer.total24Yen).toBe(4924 + 23 * 1191)
  })

  test('シェア3回線は1回線目の種別の容量料金に、追加回線の料金が加わる', () => {
    const answer = quoted({
      planCode: 20,
      lines: [lineUse('voice'), lineUse('data'), lineUse('sms')],
    })
    expect(answer.monthly.lines.map((one) => [one.kind, one.row?.key, one.quantity])).toEqual([
      ['base', 'plan.20.voice', 1],
      ['shareLine', 'share.data', 1],
      ['shareLine', 'share.sms', 1],
      ['universalFee', 'fee.universal', 2],
      ['relayFee', 'fee.relay', 2],
    ])
    // (1,680 + 400 + 450) × 1.1 + 4.4 + 2.2 = 2,789.6
    expect(answer.monthly).toMatchObject({ totalYen: 2789, rates: [{ taxYen: 253 }] })
  })

  test('10分かけ放題では1通話の最初の600秒が無料になる', () => {
    expect([30, 31, 600, 601, 661].map((one) => chargedUnits(one, true, today))).toEqual([
      0, 0, 0, 1, 3,
    ])
    expect([0, 1, 30, 31].map((one) => chargedUnits(one, false, today))).toEqual([0, 1, 1, 2])
    const free = quoted({
      planCode: 13,
      lines: [lineUse('voice', { options: ['tenMinuteCalls'], callSeconds: callsFromMinutes(60) })],
    })
    expect(free.monthly.totalYen).toBe(1188 + 770 + 3)
    const paid = quoted({
      planCode: 13,
      lines: [lineUse('voice', { callSeconds: callsFromMinutes(60) })],
    })
    expect(paid.monthly.totalYen).toBe(1188 + 120 * 22 + 3)
  })

  test('0570、0180、3桁の番号は、かけ放題に入らない', () => {
    expect(
      ['0570-000-111', '0180123456', '117', '090-1234-5678', '03-1234-5678'].map(
        isOutsideUnlimited,
      ),
    ).toEqual([true, true, true, false, false])
  })

  test('0120・0800と緊急通報・189は無料。0570やほかの3桁の番号は無料ではない', () => {
    expect(
      ['0120-000-111', '0800-123-4567', '110', '118', '119', '189'].filter(isFreeNumber),
    ).toHaveLength(6)
    expect(
      ['0570-000-111', '117', '08012345678', '0120-00', '090-0120-0800'].some(isFreeNumber),
    ).toBe(false)
  })

  test('ブロードバンドユニバーサルサービス料は、ライトの回線にはかからない', () => {
    const march = tokyoMonth('2026-03')
    const fee = (planCode: 10 | 11) =>
      ordinaryBill({ planCode, lines: [lineUse('data')] }, march, publishedPrices).lines.find(
        ({ kind }) => kind === 'broadbandUniversalFee',
      )?.amountTenthsYen
    expect([fee(10), fee(11)]).toEqual([undefined, 22])
  })

  test('分数は3分ずつの通話になり、最後だけ短い', () => {
    expect(callsFromMinutes(7)).toEqual([180, 180, 60])
    expect(callsFromMinutes(0)).toEqual([])
  })

  test('どの部分にも、料金の行と、いつからかがある', () => {
    const answer = quoted({
      planCode: 11,
      lines: [lineUse('sms', { messages: [{ characters: 100, times: 3 }], messagesAbroad: 2 })],
    })
    expect(
      answer.monthly.lines.map((one) => [one.row?.key, one.amountTenthsYen, one.row?.validFrom]),
    ).toEqual([
      ['plan.11.sms', 6100, '2019-10-01'],
      ['sms.134', 198, '2019-10-01'],
      ['sms.abroad', 2000, '2019-10-01'],
      ['fee.universal', 22, '2026-01-01'],
      ['fee.relay', 11, '2021-07-01'],
    ])
    expect(answer.monthly.outOfScopeYen).toBe(200)
  })

  test('ご契約のオプションは回線の数によらず1つ、回線のオプションは回線ごとに1つ', () => {
    const options = ['publicWifi', 'voicemail'] as const
    const use = { planCode: 20, lines: [1, 2, 3].map(() => lineUse('voice', { options })) } as const
    const { lines } = ordinaryBill(use, tokyoMonth('2026-11'), publishedPrices)
    const keys = lines.map(({ row }) => row?.key).filter((key) => key?.startsWith('option.'))
    expect(keys.toSorted()).toEqual([
      'option.publicWifi',
      'option.voicemail',
      'option.voicemail',
      'option.voicemail',
    ])
  })

  test('670文字までのSMSは見積もれ、671文字は断る', () => {
    const of = (characters: number) =>
      quote(
        { planCode: 13, lines: [lineUse('voice', { messages: [{ characters, times: 1 }] })] },
        today,
        from,
        publishedPrices,
      )
    expect(of(670)).toMatchObject({ ok: true })
    expect(of(671)).toMatchObject({ ok: false, code: 'MESSAGE_TOO_LONG' })
  })

  test('アプリからの通話は、10分かけ放題でも無料にならない', () => {
    const use = (options: readonly OptionCode[]) =>
      ordinaryBill(
        { planCode: 13, lines: [lineUse('voice', { options, talkSeconds: [95] })] },
        tokyoMonth('2026-11'),
        publishedPrices,
      ).lines.find(({ kind }) => kind === 'voice')
    expect(use(['tenMinuteCalls'])).toEqual(use([]))
    expect(use([])?.quantity).toBe(4)
  })

  test('24か月のどの月も、その月の料金で計算する', () => {
    const use: MonthlyUse = { planCode: 13, lines: [lineUse('data')] }
    const answer = quoted(use, tokyoDate('2026-01-15'), tokyoMonth('2026-01'))
    // 748 a month; March 2026 bears 2.2 more, 750.2; the first bill 748 + 3,733.4.
    expect(answer.total24Yen).toBe(4481 + 22 * 748 + 750)
  })

  test('24か月は24回の請求の和になる。料金や税がどの日に変わっても', () => {
    const use: MonthlyUse = { planCode: 13, lines: [lineUse('voice', { callSeconds: [60] })] }
    const months = Array.from({ length: 24 }, (_, n) => addMonths(from, n))
    const changed = <Row extends Dated>(row: Row, on: TokyoDate, change: Partial<Row>) => [
      { ...row, validTo: addDays(on, -1) },
      { ...row, ...change, validFrom: on, validTo: undefined },
    ]
    const day = fc.integer({ min: 0, max: 760 }).map((n) => addDays(today, n))
    const key = fc.constantFrom('plan.13.voice', 'voice.per30s', 'fee.universal')
    fc.assert(
      fc.property(day, day, key, (dearerOn, taxedOn, dearer) => {
        const prices = priceRows.flatMap((row) =>
          row.key === dearer && inForce(row, today)
            ? changed(row, dearerOn, { tenthsYen: tenthsYen(row.tenthsYen + 1010) })
            : [row],
        )
        const taxes = taxRates.flatMap((row) =>
          inForce(row, today) ? changed(row, taxedOn, { percent: 8 }) : [row],
        )
        const book = createPriceBook(prices, taxes)
        const answer = quote(use, today, from, book)
        const first = firstBills(use, startOfMonth(from), book)[0]?.totalYen ?? 0
        const later = months.slice(1).map((month) => ordinaryBill(use, month, book).totalYen)
        expect(answer).toMatchObject({
          value: { total24Yen: later.reduce((sum, one) => sum + one, first) },
        })
      }),
    )
  })

  test('契約のオプションは1回、回線のオプションは回線ごとに数える', () => {
    const answer = quoted({
      planCode: 18,
      lines: [
        lineUse('voice', { options: ['publicWifi', 'deviceCover'] }),
        lineUse('data', { options: ['publicWifi', 'deviceCover'] }),
      ],
    })
    const quantities = answer.monthly.lines
      .filter((one) => one.kind === 'option')
      .map((one) => one.quantity)
    expect(quantities).toEqual([1, 1, 1])
  })

  test('買えないものは、理由を付けて断る', () => {
    const data = lineUse('data')
    const code = (use: MonthlyUse) => quote(use, today, from, publishedPrices)
    expect(code({ planCode: 13, lines: [] })).toMatchObject({ code: 'NO_LINES' })
    expect(code({ planCode: 15, lines: [data, data] })).toMatchObject({
      code: 'PLAN_NOT_SHAREABLE',
    })
    expect(code({ planCode: 18, lines: [data, data, data, data] })).toMatchObject({
      code: 'LINE_LIMIT_REACHED',
      facts: { linesMax: 3 },
    })
    expect(
      code({ planCode: 13, lines: [lineUse('sms', { options: ['voicemail'] })] }),
    ).toMatchObject({
      code: 'OPTION_NOT_FOR_LINE_KIND',
    })
    expect(
      code({
        planCode: 13,
        lines: [lineUse('sms', { messages: [{ characters: 671, times: 1 }] })],
      }),
    ).toMatchObject({ code: 'MESSAGE_TOO_LONG' })
  })
})

describe('申し込む前に見せる最初の3回の請求', () => {
  test('始まる月は日割りと初期費用、あとの2か月は1か月分', () => {
    const bills = firstBills(
      { planCode: 13, lines: [lineUse('voice')] },
      tokyoDate('2026-11-21'),
      publishedPrices,
    )
    // 10 of 30 days: 396 + 3.3 + 3,733.4 once; then 1,188 + 3.3.
    expect(bills.map(({ month, totalYen }) => [month, totalYen])).toEqual([
      ['2026-11', 4132],
      ['2026-12', 1191],
      ['2027-01', 1191],
    ])
  })

  test('回線ごとの内訳には、その回線の料金だけが入り、契約のオプションは1回だけ、先に始まる回線の日から', () => {
    const use: MonthlyUse = {
      planCode: 20,
      lines: [
        lineUse('voice', { firstDay: tokyoDate('2026-11-21'), options: ['remoteSupport'] }),
        lineUse('data', { firstDay: tokyoDate('2026-11-26'), options: ['remoteSupport'] }),
      ],
    }
    const { lines, contract } = ordinaryBillByLine(use, tokyoMonth('2026-11'), publishedPrices)
    const shown = (charges: typeof contract) =>
      charges.map(({ row, amountTenthsYen, proration }) => [
        row?.key,
        amountTenthsYen,
        proration?.days,
      ])
    // 1,680 × 10 ÷ 30, 400 × 5 ÷ 30 and 400 × 10 ÷ 30, each rounded to the yen, without tax.
    expect(lines.map(shown)).toEqual([[['plan.20.voice', 5600, 10]], [['share.data', 670, 5]]])
    expect(shown(contract)).toEqual([
      ['option.remoteSupport', 1330, 10],
      ['fee.universal', 22, undefined],
      ['fee.relay', 11, undefined],
    ])
  })
})
