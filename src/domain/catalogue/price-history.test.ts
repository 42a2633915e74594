import { expect, test } from 'vitest'
import { addDays, tokyoDate } from '../tokyo.ts'
import { inForce } from './dated.ts'
import { priceKeys, priceRows } from './figure.ts'
import { createPriceBook, priceTaxIncluded, publishedPrices } from './price-book.ts'
import { priceChanges, pricePeriods } from './price-history.ts'

const periods = pricePeriods(publishedPrices)

test('どの料金も、どの日にも、請求に使う料金と同じ額で、ただ一つの期間にある', () => {
  const changes = new Set(periods.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? '']))
  changes.delete('')
  const days = [...changes].flatMap((day) => [-1, 0, 1].map((n) => addDays(tokyoDate(day), n)))
  for (const day of days.filter((one) => one >= '2019-10-01'))
    for (const key of priceKeys) {
      const row = publishedPrices.rateOn(key, day)
      const found = periods.filter((period) => period.price.key === key && inForce(period, day))
      expect([day, key, found.map((one) => one.taxIncludedTenthsYen)]).toEqual([
        day,
        key,
        row === undefined ? [] : [priceTaxIncluded(publishedPrices, row, day)],
      ])
    }
})

test('期間の名前は、ほかの期間のものにならない', () => {
  expect(new Set(periods.map(({ id }) => id)).size).toBe(periods.length)
})

test('税率が変わる日で、税込の額の期間が分かれる', () => {
  const book = createPriceBook(priceRows, [
    { percent: 10, validFrom: tokyoDate('2019-10-01'), validTo: tokyoDate('2027-03-31') },
    { percent: 12, validFrom: tokyoDate('2027-04-01'), validTo: undefined },
  ])
  const of = (key: string) =>
    pricePeriods(book)
      .filter(({ price }) => price.key === key)
      .map(({ id, taxIncludedTenthsYen, validTo }) => [id, taxIncludedTenthsYen, validTo])
  expect(of('plan.13.voice')).toEqual([
    ['plan.13.voice@2019-10-01', 11_880, '2027-03-31'],
    ['plan.13.voice@2027-04-01', 12_090, undefined],
  ])
})

test('変わる日は、始まり、額の変更、終わりのすべてで、告知した日の新しい順に並ぶ', () => {
  expect(
    priceChanges(publishedPrices).map(({ id, announcedOn, before, after }) => [
      id,
      announcedOn,
      before?.taxIncludedTenthsYen,
      after?.taxIncludedTenthsYen,
    ]),
  ).toEqual([
    ['fee.broadbandUniversal@2026-04-01', '2026-02-16', 22, undefined],
    ['fee.broadbandUniversal@2026-03-01', '2026-02-16', undefined, 22],
    ['fee.universal@2026-01-01', '2025-12-15', 33, 22],
    ['fee.universal@2025-07-01', '2025-06-16', 22, 33],
    ['fee.relay@2021-07-01', '2021-06-15', undefined, 11],
  ])
})

test('変更は、その日より前に告知されている', () => {
  for (const { id, on, announcedOn } of priceChanges(publishedPrices))
    expect(announcedOn < on, id).toBe(true)
})
