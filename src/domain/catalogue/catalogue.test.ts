import { optionCodes } from '#vocabulary/option.ts'
import { describe, expect, test } from 'vitest'
import { gigabytes } from '../bytes.ts'
import { formatRfc3339, instant, tokyoDate } from '../tokyo.ts'
import { smsStep } from './call-prices.ts'
import { nearestRow, type Dated } from './dated.ts'
import { isPriceKey, priceKeys, priceRows, type PriceKey } from './figure.ts'
import { options } from './option.ts'
import { planCodes, planOn, plans } from './plan.ts'
import { priceTaxExcluded, priceTaxIncluded, publishedPrices, requireRate } from './price-book.ts'
import { rule, ruleRows } from './rules.ts'
import { taxRates } from './tax.ts'
import { topUpExpiresAt } from './top-up.ts'

const today = tokyoDate('2026-11-20')

/** Every subject lists its rows by date, none overlapping: what a table must hold to be one. */
function isWellDated(rows: readonly Dated[]): boolean {
  return rows.every((row, n) => {
    const next = rows[n + 1]
    const ordered = row.validTo === undefined || row.validFrom <= row.validTo
    const apart = next === undefined || (row.validTo !== undefined && row.validTo < next.validFrom)
    return ordered && apart
  })
}
const price = (key: PriceKey, date = today) => requireRate(publishedPrices, key, date)
const included = (key: PriceKey, date = today) =>
  priceTaxIncluded(publishedPrices, price(key, date), date)

describe('料金表', () => {
  test('料金表のとおり: 音声3GBは税抜1,080円、税込1,188円', () => {
    expect(price('plan.13.voice', today)).toMatchObject({ tenthsYen: 10_800, tax: 'excluded' })
    expect(included('plan.13.voice')).toBe(11_880)
  })

  test('すべての容量と種別の料金は、印刷したとおりである', () => {
    const row = (code: (typeof planCodes)[number]) =>
      [
        price(`plan.${code}.data`, today),
        price(`plan.${code}.sms`, today),
        price(`plan.${code}.voice`, today),
      ].map((one) => one.tenthsYen / 10)
    expect(planCodes.map(row)).toEqual([
      [400, 530, 800],
      [480, 610, 880],
      [680, 810, 1080],
      [880, 1010, 1280],
      [1080, 1210, 1480],
      [1280, 1410, 1680],
      [1580, 1710, 1980],
      [1880, 2010, 2280],
      [2480, 2610, 2880],
    ])
  })

  test('ユニバーサルサービス料は、日付に従って変わる', () => {
    const fee = (date: string) =>
      publishedPrices.rateOn('fee.universal', tokyoDate(date))?.tenthsYen
    expect(['2025-06-30', '2025-07-01', '2025-12-31', '2026-01-01'].map(fee)).toEqual([
      22, 33, 33, 22,
    ])
  })

  test('ブロードバンドユニバーサルサービス料は、2026年3月だけかかる', () => {
    const fee = (date: string) =>
      publishedPrices.rateOn('fee.broadbandUniversal', tokyoDate(date))?.tenthsYen
    expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map(fee)).toEqual([
      undefined,
      22,
      22,
      undefined,
    ])
    expect(price('fee.broadbandUniversal', tokyoDate('2026-03-01')).validTo).toBe('2026-03-31')
  })

  test('税込みの料金に税は重ねず、不課税の料金はそのまま', () => {
    expect(included('voice.per30s')).toBe(220)
    expect(priceTaxExcluded(publishedPrices, price('voice.per30s', today), today)).toBe(200)
    expect(included('sms.670')).toBe(330)
    expect(included('sms.abroad')).toBe(1000)
    expect(price('sms.abroad', today).tax).toBe('outOfScope')
  })

  test('SMSは、長さの段に応じてかかる', () => {
    expect([1, 70, 71, 670, 671].map(smsStep)).toEqual([70, 70, 134, 670, undefined])
  })

  test('どの項目の日付にも、行の中の抜けも行の間の重なりもない', () => {
    for (const key of priceKeys)
      expect(isWellDated(priceRows.filter((row) => row.key === key)), key).toBe(true)
    for (const code of planCodes)
      expect(isWellDated(plans.filter((row) => row.code === code))).toBe(true)
    for (const { key } of ruleRows)
      expect(isWellDated(ruleRows.filter((row) => row.key === key))).toBe(true)
    expect(isWellDated(taxRates)).toBe(true)
    expect(isWellDated([{ validFrom: today }, { validFrom: today }])).toBe(false)
  })

  test('どの行よりも前の日は、最初の行で答える', () => {
    expect(nearestRow([{ validFrom: today }], tokyoDate('2000-01-01'))).toEqual({
      validFrom: today,
    })
  })

  test('ページと画面の鍵は分かり、ほかは分からない', () => {
    for (const key of [
      'plan.40.sms',
      'share.voice',
      'topup.1gbNoCarry',
      'oneOff.portOutWeb',
      'option.magazines',
    ])
      expect(isPriceKey(key), key).toBe(true)
    for (const key of ['plan.12.sms', 'constructor', '', 'sms.71'])
      expect(isPriceKey(key), key).toBe(false)
  })

  test('消費税にも日付がある', () => {
    expect(nearestRow(taxRates, today)).toMatchObject({ percent: 10, validFrom: '2019-10-01' })
  })
})

describe('容量・オプション・チャージ・規則', () => {
  test('シェアできるのは8GB以上', () => {
    expect(planCodes.filter((code) => planOn(code, today).shareable)).toEqual([18, 20, 25, 30, 40])
    expect(planOn(18, today)).toMatchObject({ name: '8GB', baseBytes: gigabytes(8) })
    expect(planOn(10, today)).toMatchObject({ name: 'ライト', baseBytes: 0 })
  })

  test('どのオプションにも料金がある', () => {
    for (const code of optionCodes) expect(isPriceKey(options[code].priceKey)).toBe(true)
  })

  test('繰り越せるチャージは3か月後の月末まで、繰り越さないものは月末まで', () => {
    const boughtAt = instant('2026-11-20T10:00:00+09:00')
    expect(formatRfc3339(topUpExpiresAt('500mb', boughtAt))).toBe('2027-03-01T00:00:00+09:00')
    expect(formatRfc3339(topUpExpiresAt('1gbNoCarry', boughtAt))).toBe('2026-12-01T00:00:00+09:00')
  })

  test('規則には、数字と単位と出どころがある', () => {
    expect(rule('threeDayLimit', today)).toMatchObject({
      value: 366,
      unit: 'megabytes',
      source: 'ours',
    })
    expect(rule('mnpValidDays', today)).toMatchObject({ value: 15, unit: 'days' })
  })
})
