import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawInput } from '#protocol/endpoint.ts'
import { ApiError } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from '../../../tests/api/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
})
afterAll(() => harness.stop())

async function refusal(call: Promise<unknown>) {
  const error = await call.catch((cause: unknown) => cause)
  if (!(error instanceof ApiError)) throw new Error('not refused')
  return error.failure
}

describe('料金シミュレーション', () => {
  test('音声3GB 1回線は月1,191円、初期費用3,733円、24か月で32,317円', async () => {
    const answer = await harness.visitor(api.catalogueQuoteGet, {
      query: { plan: 13, kind: ['voice'] },
    })
    expect(answer).toMatchObject({
      on: '2026-11-20',
      from: '2026-12',
      planName: '3GB',
      total24Yen: 32_317,
      monthly: { totalYen: 1191, rates: [{ taxPercent: 10, totalYen: 1191 }] },
      oneOff: { totalYen: 3733 },
    })
    expect(answer.monthly.charges.map((one) => [one.label, one.explanation])).toEqual([
      ['基本料金 3GB（音声通話SIM）', '1,080円 × 1か月（税抜）'],
      ['ユニバーサルサービス料', '2.2円 × 1番号（税込）'],
      ['電話リレーサービス料', '1.1円 × 1番号（税込）'],
    ])
  })

  test('回線ごとにSIMの種類を選び、通話は音声の回線、オプションは合う回線すべてにつく', async () => {
    const answer = await harness.visitor(api.catalogueQuoteGet, {
      query: {
        plan: 20,
        kind: ['data', 'voice', 'voice'],
        option: ['tenMinuteCalls', 'publicWifi'],
        callMinutes: 60,
        calls: 4,
        messages: 10,
      },
    })
    expect(answer.monthly.charges.map((one) => [one.rateKey, one.quantity])).toEqual([
      ['plan.20.data', 1],
      ['share.voice', 1],
      ['share.voice', 1],
      ['option.publicWifi', 1],
      ['option.tenMinuteCalls', 2],
      // Four calls of 15 minutes: five minutes each beyond the free ten.
      ['voice.per30s', 40],
      ['sms.70', 10],
      ['fee.universal', 2],
      ['fee.relay', 2],
    ])
    expect(answer.monthly.charges[5]?.explanation).toBe('22円 × 40（30秒ごと）（税込）')
  })

  test('音声の回線がなければ、通話料を含めないと伝える', async () => {
    const answer = await harness.visitor(api.catalogueQuoteGet, {
      query: { plan: 13, kind: ['data'], callMinutes: 30, messages: 3 },
    })
    expect(answer.monthly.totalYen).toBe(748)
    expect(answer.notes.join('')).toContain('通話料は含めていません')
    expect(answer.notes.join('')).toContain('SMSの料金は含めていません')
  })

  test('分け合えない容量、多すぎる回線、ない容量、合わないオプションは理由を答える', async () => {
    const ask = (query: { plan: number; kind: ('data' | 'voice')[]; option?: 'voicemail'[] }) =>
      refusal(harness.visitor(api.catalogueQuoteGet, { query }))
    const four = ['data', 'data', 'data', 'data'] as const
    expect(await ask({ plan: 15, kind: ['voice', 'data'] })).toMatchObject({
      code: 'PLAN_NOT_SHAREABLE',
    })
    expect(await ask({ plan: 18, kind: [...four] })).toMatchObject({ code: 'LINE_LIMIT_REACHED' })
    expect(await ask({ plan: 14, kind: ['data'] })).toMatchObject({ code: 'PLAN_NOT_ON_SALE' })
    expect(await ask({ plan: 13, kind: ['data'], option: ['voicemail'] })).toMatchObject({
      code: 'OPTION_NOT_FOR_LINE_KIND',
      fields: { option: ['留守番電話は、選んだ種類のSIMではご利用いただけません。'] },
    })
  })
})

test('料金表は、その日に適用される行だけを適用開始日つきで答える', async () => {
  const keyOf = async (on: string) => {
    const { figures } = await harness.visitor(api.catalogueFiguresGet, { query: { on } })
    return figures
      .filter(({ key }) => key === 'fee.universal' || key === 'fee.broadbandUniversal')
      .map((row) => [row.key, row.taxIncludedTenthsYen, row.validFrom])
  }
  expect(await keyOf('2025-12-31')).toEqual([['fee.universal', 33, '2025-07-01']])
  expect(await keyOf('2026-03-15')).toEqual([
    ['fee.universal', 22, '2026-01-01'],
    ['fee.broadbandUniversal', 22, '2026-03-01'],
  ])
})

describe('動作確認済み端末を探す', () => {
  const find = (query: RawInput<typeof api.terminalsGet>['query']) =>
    harness.visitor(api.terminalsGet, { query })

  test.each([
    ['iphone 17', 'iPhone 17'],
    ['ｉＰｈｏｎｅ　１７', 'iPhone 17'],
    ['あいふぉん 17', 'iPhone 17'],
    ['アップル iPhone17', 'iPhone 17'],
  ])('「%s」で %s が見つかる', async (q, name) => {
    const { rows } = await find({ q, limit: 500 })
    expect(rows.map((row) => row.name)).toContain(name)
    expect(rows.every((row) => row.maker === 'Apple')).toBe(true)
  })

  test('条件はすべてを満たすものに絞り、ページに分けて続きを答える', async () => {
    const first = await find({ maker: 'Apple', esim: 'true', limit: 10 })
    expect(first.rows).toHaveLength(10)
    expect(first.rows.every((row) => row.maker === 'Apple' && row.esim === 'yes')).toBe(true)
    const next = await find({ maker: 'Apple', esim: 'true', limit: 10, cursor: first.nextCursor })
    const names = [...first.rows, ...next.rows].map((row) => row.name)
    expect(new Set(names).size).toBe(20)
    expect(first.asOf).toBe('2026-11-20T00:00:00+09:00')
    expect(first.makers).toContain('サムスン')
  })

  test('見つからないときは0件と答える', async () => {
    expect(await find({ q: 'そんな端末はない' })).toMatchObject({ rows: [], total: 0 })
  })
})
