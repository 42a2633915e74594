import { describe, expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { exTaxPriceText, priceText } from './figures.ts'
import type { PrintedRate } from './figures.ts'
import { priceBook, priceBooks } from './price-book.ts'
import { table } from './tables.ts'

const book = priceBook(tokyoDate('2026-11-20'), publishedPrices)

function rate(key: string): PrintedRate {
  const found = book.rate(key)
  if (found === undefined) throw new Error(key)
  return found
}

describe('ページに書く金額', () => {
  test.each([
    ['plan.13.voice', '1,188円（税込）', '1,080円（税抜）'],
    ['oneOff.simPreparation', '433円（税込）', '394円（税抜）'],
    ['oneOff.cancellation', '0円', '0円'],
    ['sms.70', '3.3円（税込）', '3円（税抜）'],
    ['sms.abroad', '100円（消費税対象外）', '100円（消費税対象外）'],
  ])('%s は %s、%s と書く', (key, withTax, exTax) => {
    expect(priceText(rate(key))).toBe(withTax)
    expect(exTaxPriceText(rate(key))).toBe(exTax)
  })

  test('今はかからない料金は金額を書けない', () => {
    expect(book.rate('fee.broadbandUniversal')).toBeUndefined()
    expect(book.rates('fee.broadbandUniversal')).toHaveLength(1)
  })
})

test.each([
  [13, 23, 30, '0.8GB'],
  [13, 11, 31, '2.04GB'],
  [13, 1, 30, '3GB'],
  [20, 30, 30, '0.34GB'],
  [10, 15, 30, '0GB'],
])('容量%sを%s日（%s日ある月）に使い始めた月のデータは%s', (plan, day, days, data) => {
  expect(book.firstData(plan, day, days)).toBe(data)
})

describe('ページに書く決まり', () => {
  test.each([
    ['planSizeCutOff', '月末の前日の12:00'],
    ['cancellationUndo', '最後の利用日の前日の24:00'],
    ['initialCancellationDays', '8日'],
    ['mnpValidDays', '15日'],
    ['threeDayLimit', '366MB'],
    ['lowSpeed', '200kbps'],
    ['chargeDay', '7日'],
    ['topupCarryMonths', '3か月'],
    ['linesMax', '3回線'],
  ])('%s は「%s」と書く', (name, text) => {
    expect(book.rules()[name]).toBe(text)
  })
})

describe('料金の表', () => {
  test('ユニバーサルサービス料は、過去の額も期間とともに書く', () => {
    expect(table('fees', book)).toContain('2025年7月1日から2025年12月31日まで</td>')
  })

  test('請求に載る料金は、どれかの表に必ずある', () => {
    const names = [
      'plans',
      'share',
      'topups',
      'oneOff',
      'options',
      'sms',
      'abroad',
      'fees',
      'voice',
    ]
    const asked = new Set<string>()
    const watched = {
      ...book,
      rate: (key: string) => (asked.add(key), book.rate(key)),
      rates: (key: string) => (asked.add(key), book.rates(key)),
    }
    for (const name of names) table(name, watched)
    const missing = book.keys().filter((key) => !asked.has(key))
    expect(missing).toEqual(['sms.abroad'])
  })
})

test('同じ日の料金と見積もりは一度だけ計算し、日が替われば計算しなおす', () => {
  const bookOn = priceBooks(publishedPrices)
  const friday = bookOn(tokyoDate('2026-11-20'))
  expect(friday.quote(13, 'voice')?.monthlyYen).toBe(1191)
  expect(friday.quote(13, 'voice')).toBe(friday.quote(13, 'voice'))
  expect(bookOn(tokyoDate('2026-11-20'))).toBe(friday)
  expect(bookOn(tokyoDate('2026-11-21'))).not.toBe(friday)
})
