import { expect, test } from 'vitest'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { linksFromEnvironment } from './links.ts'
import { makeContent } from './make-content.ts'
import { contentOfTheDay } from './of-the-day.ts'
import { priceBook } from './price-book.ts'
import { readSources } from './source.ts'

const raisedOn = tokyoDate('2026-12-01')

/** From that day the 3 GB voice plan costs more. */
function bookOf(day: ReturnType<typeof tokyoDate>) {
  const book = priceBook(day, publishedPrices)
  const rate: typeof book.rate = (key) => {
    const row = book.rate(key)
    return row && key === 'plan.13.voice' && day >= raisedOn ? { ...row, tenthsYen: 99_990 } : row
  }
  return { ...book, rate }
}

test('料金表は、その日から新しい料金を示し、そのときだけ作り直す', () => {
  const made: string[] = []
  let day = tokyoDate('2026-11-29')
  const sources = readSources('content')
  const content = contentOfTheDay(
    () => day,
    (book) => {
      made.push(day)
      return makeContent([sources], { book, links: linksFromEnvironment({}) })
    },
    bookOf,
  )
  const showsRaisedPrice = () => content.get('/fee', 'desktop')?.html.includes('9,999円')
  expect(showsRaisedPrice()).toBe(false)
  day = tokyoDate('2026-11-30')
  expect(showsRaisedPrice()).toBe(false)
  day = raisedOn
  expect(showsRaisedPrice()).toBe(true)
  expect(made).toEqual(['2026-11-29', '2026-12-01'])
})
