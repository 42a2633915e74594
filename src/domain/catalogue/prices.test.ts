import { describe, expect, test } from 'vitest'
import { tokyoDate } from '../tokyo.ts'
import { abroadPriceKey } from './abroad.ts'
import { smsStep } from './call-prices.ts'
import { nearestRow, rowOn } from './dated.ts'
import { isPriceKey, timesPrice } from './figure.ts'
import { chargeOf } from '../billing/charge.ts'
import { isPlanCode, planOn, plans } from './plan.ts'
import { topUpPacks } from './top-up.ts'
import { createPriceBook, publishedPrices, rateWhileCharged, requireRate } from './price-book.ts'
import { ruleRows, ruleValue, type RuleKey } from './rules.ts'

// The list as it is published, copied by hand: a slip of one yen in a table is seen here.

const on = tokyoDate('2026-11-20')
const yenOf = (key: string) => {
  const row = isPriceKey(key) ? publishedPrices.rateOn(key, on) : undefined
  return row && row.tenthsYen / 10
}

describe('料金表（2026年11月20日）', () => {
  test.each([
    [
      '税抜、1か月',
      'option.',
      {
        tenMinuteCalls: 700,
        voicemail: 300,
        callWaiting: 200,
        forwarding: 0,
        internationalCallStop: 0,
        deviceCover: 500,
        security: 250,
        remoteSupport: 400,
        filtering: 0,
        magazines: 500,
        publicWifi: 362,
      },
    ],
    ['税抜、シェアの2回線め', 'share.', { data: 400, sms: 450, voice: 700 }],
    [
      '税抜、1回',
      'oneOff.',
      {
        simIssue: 3000,
        simPreparation: 394,
        simChange: 3000,
        simChangePreparation: 394,
        esimReissue: 200,
        kindChange: 3000,
        kindChangePreparation: 394,
        planSizeChange: 0,
        paperDocument: 200,
        cancellation: 0,
        portOutWeb: 0,
      },
    ],
    ['税込、契約全体で1回', 'oneOff.', { initialCancellation: 3300 }],
    ['税抜、1つ', 'topup.', { '100mb': 200, '500mb': 600, '1gb': 1000, '1gbNoCarry': 480 }],
    ['税込、30秒ごと', '', { 'voice.per30s': 22, 'talk.per30s': 11 }],
    [
      '税込、1通',
      'sms.',
      {
        70: 3.3,
        134: 6.6,
        201: 9.9,
        268: 13.2,
        335: 16.5,
        402: 19.8,
        469: 23.1,
        536: 26.4,
        603: 29.7,
        670: 33,
      },
    ],
    ['不課税、1通', 'sms.', { abroad: 100 }],
    [
      '不課税、30秒ごと',
      'abroad.',
      {
        us: 10,
        'us-hi': 10,
        ca: 10,
        kr: 33,
        cn: 34,
        hk: 34,
        tw: 34,
        ph: 50,
        vn: 60,
        th: 46,
        sg: 31,
        my: 46,
        id: 60,
        in: 80,
        np: 100,
        au: 40,
        nz: 40,
        gb: 31,
        fr: 35,
        de: 31,
        it: 35,
        es: 50,
        ch: 50,
        br: 60,
        pe: 80,
        mx: 80,
        other: 160,
        satellite: 250,
      },
    ],
  ])('%s %s', (_, family, wanted) => {
    const found = Object.keys(wanted).map((key) => [key, yenOf(family + key)])
    expect(Object.fromEntries(found)).toEqual(wanted)
  })

  test('SMSは、どの長さも1文字超えると次の段', () => {
    const limits = [70, 134, 201, 268, 335, 402, 469, 536, 603, 670]
    expect(limits.map(smsStep)).toEqual(limits)
    expect(limits.map((limit) => smsStep(limit + 1))).toEqual([...limits.slice(1), undefined])
  })

  test('データ容量', () => {
    const sizes = plans.map(({ code }) => planOn(code, on).baseBytes / 1_000_000_000)
    expect(sizes).toEqual([0, 1, 3, 5, 8, 10, 15, 20, 30])
  })
})

test('料金でない決まりの数字', () => {
  const wanted = {
    lowSpeed: 200,
    threeDayLimit: 366,
    threeDayWindow: 3,
    threeDayWarning: 70,
    baseCarryMonths: 1,
    highSpeedChangePause: 60,
    planSizeCutOffHour: 12,
    planSizeCutOffDaysBeforeMonthEnd: 1,
    cancellationCutOffHour: 12,
    cancellationCutOffDaysBeforeMonthEnd: 1,
    cancellationUndoDaysBeforeLastDay: 1,
    initialCancellationDays: 8,
    mnpCooldownDays: 2,
    mnpInRemainingDays: 7,
    quoteValidDays: 30,
    autoSwitchDays: 7,
    lateInterestOfInstalments: 30,
    documentKeptMonths: 3,
    topupCarryMonths: 3,
    claimsPerCoverYear: 2,
    claimWithinDays: 30,
    claimAnswerDays: 3,
    claimPhotographDays: 14,
    claimSendDays: 30,
    claimReturnDays: 14,
    claimPhotographsKeptDays: 90,
    yenPerPoint: 100,
    pointGrantDay: 20,
    pointGrantHour: 10,
    identityRecordKept: 36,
    tradeRecordKept: 84,
    usageRecordKept: 24,
    accountDeletionAfter: 7,
  } as const satisfies Partial<Record<RuleKey, number>>
  const found = ruleRows.filter(({ key }) => Object.hasOwn(wanted, key))
  expect(Object.fromEntries(found.map(({ key }) => [key, ruleValue(key, on)]))).toEqual(wanted)
})

test('料金表にない料金は、請求しない期間と間違えずに、名前を挙げて止める', () => {
  const others = createPriceBook(publishedPrices.prices.filter(({ key }) => key !== 'fee.relay'))
  expect(() => rateWhileCharged(others, 'fee.relay', on)).toThrow('fee.relay')
  expect(rateWhileCharged(publishedPrices, 'fee.relay', on)).toMatchObject({ key: 'fee.relay' })
})

describe('海外の番号', () => {
  test.each([
    ['+12025550123', 'abroad.us'],
    ['010-1-808-555-0100', 'abroad.us-hi'],
    ['+14165550123', 'abroad.ca'],
    ['+12425550123', 'abroad.other'],
    ['+8210', 'abroad.kr'],
    ['01085212345678', 'abroad.hk'],
    ['+870773123456', 'abroad.satellite'],
    ['+99912', 'abroad.other'],
    ['', 'abroad.other'],
  ])('%s は %s', (number, key) => {
    expect(abroadPriceKey(number)).toBe(key)
  })
})

describe('日付のある表', () => {
  const row = (name: string, validFrom: string, validTo?: string) => ({
    name,
    validFrom: tokyoDate(validFrom),
    validTo: validTo === undefined ? undefined : tokyoDate(validTo),
  })
  const rows = [
    row('old', '2025-01-01', '2025-06-30'),
    row('wide', '2026-01-01'),
    row('new', '2026-06-01', '2026-06-30'),
  ]
  const nameOn = (date: string) => rowOn(rows, tokyoDate(date))?.name
  const nearestOn = (date: string) => nearestRow(rows, tokyoDate(date))?.name

  test('最初の日と最後の日を含み、重なるときは後の行', () => {
    expect(['2025-01-01', '2025-06-30', '2025-07-01'].map(nameOn)).toEqual([
      'old',
      'old',
      undefined,
    ])
    expect(['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'].map(nameOn)).toEqual([
      'wide',
      'new',
      'new',
      'wide',
    ])
  })

  test('どの行もない日は、その前の行、なければ最初の行', () => {
    expect(['2024-12-31', '2025-07-01', '2025-12-31'].map(nearestOn)).toEqual(['old', 'old', 'old'])
    const ended = [
      row('first', '2025-01-01', '2025-01-31'),
      row('second', '2025-03-01', '2025-03-31'),
    ]
    expect(nearestRow(ended, tokyoDate('2025-05-01'))?.name).toBe('second')
  })
})

test('データチャージは、どれも名前どおりの量で、当月限りのものだけが繰り越せない', () => {
  const packs = Object.values(topUpPacks)
  expect(packs.map(({ name, grantedBytes, carries }) => [name, grantedBytes, carries])).toEqual([
    ['100MB', 100_000_000, true],
    ['500MB', 500_000_000, true],
    ['1GB', 1_000_000_000, true],
    ['1GB（当月限り）', 1_000_000_000, false],
  ])
})

test('データ容量の番号は、料金表にあるものだけ', () => {
  expect([13, 18, 20, 12, 99].map(isPlanCode)).toEqual([true, true, true, false, false])
})

test('1つの単価は1つ分、3つなら3倍', () => {
  const row = requireRate(publishedPrices, 'oneOff.simIssue', on)
  const charges = [chargeOf('oneOff', row), chargeOf('oneOff', row, 3)]
  expect(charges.map(({ quantity, amountTenthsYen }) => [quantity, amountTenthsYen])).toEqual([
    [1, row.tenthsYen],
    [3, 3 * row.tenthsYen],
  ])
  expect(timesPrice(row, 4)).toBe(4 * row.tenthsYen)
})
