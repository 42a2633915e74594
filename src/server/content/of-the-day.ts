import type { TokyoDate } from '#domain/tokyo.ts'
import type { PriceBook } from './figures.ts'
import type { Content } from './manifest.ts'

/** The pages at the prices of the day they are asked on: made anew at the first question of a day with other prices. */
export function contentOfTheDay(
  today: () => TokyoDate,
  make: (book: PriceBook) => Content,
  bookOf: (day: TokyoDate) => PriceBook,
): Content {
  let day = today()
  let prices = fingerprintOf(bookOf(day))
  let content = make(bookOf(day))

  function current(): Content {
    const now = today()
    if (now === day) return content
    day = now
    const book = bookOf(day)
    const newPrices = fingerprintOf(book)
    if (newPrices === prices) return content
    prices = newPrices
    content = make(book)
    return content
  }

  return {
    get: (path, device) => current().get(path, device),
    paths: () => current().paths(),
    pages: () => current().pages(),
    search: (q) => current().search(q),
  }
}

/** Everything that pages print of a day's catalogue. */
export function fingerprintOf(book: PriceBook): string {
  const rates = book.keys().map((key) => [key, book.rate(key), book.rates(key)])
  return JSON.stringify([rates, book.plans(), book.rules()])
}
