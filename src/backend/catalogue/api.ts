import type { AreaHandlers } from '#backend/area.ts'
import { RefusalError } from '#backend/refusal.ts'
import { MissingRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { toWireFigures } from './queries/figures.ts'
import { findPostcode } from './queries/postcodes.ts'
import { quoteFor } from './queries/quote.ts'
import { findTerminals } from './queries/terminals.ts'

/** @throws RefusalError NOT_FOUND for a day before there was a price list */
function figuresOn(day: string, book: PriceBook) {
  try {
    return toWireFigures(day, book)
  } catch (cause) {
    if (cause instanceof MissingRate) throw new RefusalError('NOT_FOUND', { cause })
    throw cause
  }
}

export function catalogueHandlers({ book }: { readonly book: PriceBook }) {
  return {
    catalogueFiguresGet: async ({ query }, { now }) =>
      figuresOn(query.on ?? toTokyoDate(now), book),
    catalogueQuoteGet: async ({ query }, { now }) => quoteFor(query, now, book),
    postcodesSearchGet: async ({ query }) => findPostcode(query.zipcode),
    terminalsGet: async ({ query }) => findTerminals(query),
  } satisfies AreaHandlers
}
