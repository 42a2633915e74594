import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayOfMonth,
  formatShortDay,
  formatDuration,
  formatMonth,
  formatPhone,
  formatReservationNumber,
  formatTime,
  formatVolume,
  formatYen,
  formatYenWithTax,
  splitVolume,
} from './format.ts'

describe('金額', () => {
  test.each([
    [0, '0円'],
    [999, '999円'],
    [1078, '1,078円'],
    [1234567, '1,234,567円'],
    [-500, '−500円'],
  ])('%d は %s と読める', (amountYen, text) => {
    expect(formatYen(amountYen)).toBe(text)
  })

  test('税込みであることを添える', () => {
    expect(formatYenWithTax(1078)).toBe('1,078円（税込）')
  })

  test('1円の端数は欠陥である', () => {
    expect(() => formatYen(10.5)).toThrow(RangeError)
  })
})

describe('データ量', () => {
  test.each([
    [0, '0 MB'],
    [999_999, '0 MB'],
    [1_000_000, '1 MB'],
    [999_999_999, '999 MB'],
    [1_000_000_000, '1.00 GB'],
    [3_259_999_999, '3.25 GB'],
    [1_234_560_000_000, '1,234.56 GB'],
  ])('残量 %d バイトは切り捨てて %s', (bytes, text) => {
    expect(formatVolume(bytes, 'residual').replace('\u00a0', ' ')).toBe(text)
  })

  test.each([
    [0, '0 MB'],
    [1, '1 MB'],
    [999_000_000, '999 MB'],
    [999_000_001, '1.00 GB'],
    [3_250_000_001, '3.26 GB'],
  ])('使用量 %d バイトは切り上げて %s', (bytes, text) => {
    expect(formatVolume(bytes, 'used').replace('\u00a0', ' ')).toBe(text)
  })

  test.each([
    [0, '0 GB'],
    [100_000_000, '100 MB'],
    [1_000_000_000, '1 GB'],
    [3_000_000_000, '3 GB'],
    [1_500_000_000, '1.5 GB'],
    [1_116_272_067, '1.11 GB'],
    [523_456_789, '523 MB'],
  ])('売っている容量 %d バイトはそのまま %s', (bytes, text) => {
    expect(formatVolume(bytes, 'quota').replace('\u00a0', ' ')).toBe(text)
  })

  test('残量と使用量を足すと、付与した量になる', () => {
    const hundredthsOf = (bytes: number, kind: 'residual' | 'used') =>
      Math.round(Number(splitVolume(bytes, kind).value.replaceAll(',', '')) * 100)
    const parts = fc.tuple(
      fc.integer({ min: 1_000_000_000, max: 500_000_000_000 }),
      fc.integer({ min: 100, max: 5_000 }),
    )
    fc.assert(
      fc.property(parts, ([used, hundredths]) => {
        const usedShown = hundredthsOf(used, 'used')
        const granted = (usedShown + hundredths) * 10_000_000
        expect(hundredthsOf(granted - used, 'residual') + usedShown).toBe(granted / 10_000_000)
      }),
    )
  })

  test('0より小さいのは欠陥である', () => {
    expect(() => formatVolume(-1, 'residual')).toThrow(RangeError)
  })
})

describe('日付と時刻', () => {
  test('日付には曜日が付く', () => {
    expect(formatDate('2026-11-20')).toBe('2026年11月20日（金）')
    expect(formatDay('2028-02-29')).toBe('2月29日（火）')
    expect(formatDayOfMonth('2028-02-29')).toBe('29日（火）')
    expect(formatShortDay('2028-02-29')).toBe('2/29（火）')
    expect(formatMonth('2026-11')).toBe('2026年11月')
  })

  test('時刻は日本の時刻で、何時の表し方で届いても同じ', () => {
    expect(formatDateTime('2026-11-20T18:05:00+09:00')).toBe('2026年11月20日（金）18:05')
    expect(formatDateTime('2026-11-20T09:05:00Z')).toBe('2026年11月20日（金）18:05')
    expect(formatTime('2026-01-01T00:00:00+09:00')).toBe('0:00')
  })

  test('世界時で前日でも、日本の日付になる', () => {
    expect(formatDate('2026-12-31T15:00:00Z')).toBe('2027年1月1日（金）')
    expect(formatMonth('2026-12-31T14:59:59Z')).toBe('2026年12月')
  })

  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '', '20261120', '2026-11-20T18:05:00'])(
    '形の崩れた日付%jは欠陥である',
    (malformed) => {
      expect(() => formatDate(malformed)).toThrow(RangeError)
    },
  )

  test.each([
    [9, '9秒'],
    [125, '2分05秒'],
    [3725, '1時間02分05秒'],
  ])('通話時間 %d 秒は %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

describe('番号', () => {
  test.each([
    ['09000000000', '090-0000-0000'],
    ['+819000000000', '090-0000-0000'],
    ['070-1234-5678', '070-1234-5678'],
    ['0120123456', '0120-123-456'],
    ['08001234567', '0800-123-4567'],
    ['0312345678', '03-1234-5678'],
    ['0421234567', '0421234567'],
    ['188', '188'],
  ])('電話番号 %s は %s', (number, text) => {
    expect(formatPhone(number)).toBe(text)
  })

  test('まだ番号のない準備中の回線は、そう言う', () => {
    expect(formatPhone('00000000000')).toBe('開通前の回線')
  })

  test('MNP予約番号', () => {
    expect(formatReservationNumber('1012345678')).toBe('10-123-45678')
  })

  test('長さによらず、3桁ずつ区切る', () => {
    fc.assert(
      fc.property(fc.integer(), (count) => {
        expect(formatCount(count)).toMatch(/^−?\d{1,3}(,\d{3})*$/)
        expect(Number(formatCount(count).replace('−', '-').replaceAll(',', ''))).toBe(count + 0)
      }),
    )
  })
})
