import { describe, expect, test } from 'vitest'
import type { RawInput } from '#protocol/endpoint.ts'
import { ApiError } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { accountApi } from '#protocol/account.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

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
      baseBytes: 3_000_000_000,
      // 3 GB × 11/30, the 20th included.
      firstMonthBytes: 1_100_000_000,
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
      // An option of a line is charged for each line (billing rule 6).
      ['option.tenMinuteCalls', 1],
      ['option.tenMinuteCalls', 1],
      ['option.publicWifi', 1],
      // Four calls of 15 minutes: five minutes each beyond the free ten.
      ['voice.per30s', 40],
      ['sms.70', 10],
      ['fee.universal', 2],
      ['fee.relay', 2],
    ])
    expect(answer.monthly.charges[6]?.explanation).toBe('22円 × 40（30秒ごと）（税込）')
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

test('料金表のなかった日を尋ねると、ないと答える', async () => {
  for (const on of ['1954-01-27', '1989-03-31'])
    expect(
      await refusal(harness.visitor(api.catalogueFiguresGet, { query: { on } })),
    ).toMatchObject({ code: 'NOT_FOUND' })
})

describe('対応端末を探す', () => {
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

  test.each([
    ['あいふぉん15', 'iPhone 15'],
    ['Apple iPhone 15', 'iPhone 15'],
    ['pixel 9', 'Google Pixel 9'],
    ['ピクセル9a', 'Google Pixel 9a'],
  ])('「%s」は、%s のこと', async (q, name) => {
    expect((await find({ q })).meant?.name).toBe(name)
  })

  test.each(['iphone', 'らくらく', 'そんな端末はない', ''])(
    '「%s」では、1つに決まらない',
    async (q) => {
      expect((await find(q === '' ? {} : { q })).meant).toBeUndefined()
    },
  )

  test.each([
    [
      'アイフォン16',
      ['iPhone 16', 'iPhone 16 Plus', 'iPhone 16 Pro', 'iPhone 16 Pro Max', 'iPhone 16e'],
    ],
    [
      'アイホン　１６',
      ['iPhone 16', 'iPhone 16 Plus', 'iPhone 16 Pro', 'iPhone 16 Pro Max', 'iPhone 16e'],
    ],
    ['アイフォン16プロマックス', ['iPhone 16 Pro Max']],
    ['ピクセル8', ['Google Pixel 8', 'Google Pixel 8 Pro', 'Google Pixel 8a']],
    ['ギャラクシーS24', ['Galaxy S24 SC-51E', 'Galaxy S24 Ultra SC-52E']],
    [
      'らくらく',
      [
        'らくらくスマートフォン F-42A',
        'らくらくスマートフォン F-52B',
        'らくらくスマートフォン F-53E',
        'らくらくスマートフォン me F-01L',
        'らくらくスマートフォン me F-03K',
      ],
    ],
    ['アイフォンSE3', ['iPhone SE（第3世代）']],
    ['ラクラクホン F-42A', ['らくらくスマートフォン F-42A']],
    [
      'エクスペリア 1',
      [
        'Xperia 1 II SO-51A',
        'Xperia 1 III SO-51B',
        'Xperia 1 IV SO-51C',
        'Xperia 1 SO-03L',
        'Xperia 1 V SO-51D',
        'Xperia 1 VI SO-51E',
        'Xperia 1 VII SO-51F',
      ],
    ],
  ])('「%s」で、その機種だけが見つかる', async (q, names) => {
    const { rows } = await find({ q, limit: 500 })
    expect(rows.map((row) => row.name).toSorted()).toEqual(names)
  })

  test('番号を途中まで入れたときは、その番号で始まる機種を見せる', async () => {
    const { rows } = await find({ q: 'ピクセル 1', limit: 500 })
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      'Google Pixel 10',
      'Google Pixel 10 Pro',
      'Google Pixel 10 Pro Fold',
      'Google Pixel 10 Pro XL',
    ])
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

describe('郵便番号から住所を探す', () => {
  const find = async (zipcode: string) =>
    (await harness.visitor(api.postcodesSearchGet, { query: { zipcode } })).entries

  test.each(['1000001', '100-0001', '〒１００－０００１', ' 100ー0001 '])(
    '%j は東京都千代田区千代田',
    async (zipcode) => {
      expect(await find(zipcode)).toEqual([
        {
          prefecture: '東京都',
          zipcode: '1000001',
          municipality: '千代田区',
          location: '千代田',
          address: '東京都千代田区千代田',
          prefecture_code: 13,
        },
      ])
    },
  )

  test.each([
    ['9071801', '沖縄県八重山郡与那国町与那国', 47],
    ['0600000', '北海道札幌市中央区', 1],
    ['6028368', '京都府京都市上京区北町', 26],
    ['0180106', '秋田県にかほ市象潟町5丁目塩越', 5],
    ['5220317', '滋賀県犬上郡多賀町一円', 25],
  ])('%s は %s', async (zipcode, address, code) => {
    expect((await find(zipcode)).map((one) => [one.address, one.prefecture_code])).toEqual([
      [address, code],
    ])
  })

  test.each([
    ['4980000', ['愛知県弥富市', '三重県桑名郡木曽岬町']],
    ['6180000', ['京都府乙訓郡大山崎町', '大阪府三島郡島本町']],
    ['8710000', ['福岡県築上郡吉富町', '大分県中津市']],
  ])('%s は県をまたぐ市町村をすべて答える', async (zipcode, addresses) => {
    const { count, entries } = await harness.visitor(api.postcodesSearchGet, { query: { zipcode } })
    expect(count).toBe(2)
    expect(entries.map(({ address }) => address)).toEqual(addresses)
    expect(entries.map(({ prefecture, municipality }) => prefecture + municipality)).toEqual(
      addresses,
    )
  })

  test('町がいくつもある番号では、すべての町から本人が選べる', async () => {
    const entries = await find('4520961')
    expect(entries).toHaveLength(66)
    expect(new Set(entries.map(({ municipality }) => municipality))).toEqual(new Set(['清須市']))
    expect(entries.map(({ location }) => location)).toContain('春日宮重町')
    expect(entries.at(0)?.address).toBe('愛知県清須市春日明河原')
  })

  test('会社や役所だけの番号は0件で、そのときに何を伝えるかが仕様書にある', async () => {
    expect(await find('100-8066')).toEqual([])
    expect(accountApi.postcodesSearchGet.result.meta()?.description).toContain(
      'この郵便番号の住所は見つかりませんでした。番号を確かめるか、住所をそのまま入力してください。会社や役所だけの番号（大口事業所の番号）からは探せません。',
    )
  })

  test('ない番号は0件、形の違う番号は理由を答える', async () => {
    expect(await find('0000000')).toEqual([])
    const query = { zipcode: '12345' }
    expect(await refusal(harness.visitor(api.postcodesSearchGet, { query }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { zipcode: ['郵便番号を7桁の数字で入力してください。'] },
    })
  })
})
