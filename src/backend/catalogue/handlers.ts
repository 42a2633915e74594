import type { AreaHandlers } from '#backend/area.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { toWireFigures } from './figures.ts'
import { findPostcode } from './postcodes.ts'
import { quoteFor } from './quote.ts'
import { findTerminals } from './terminals.ts'

export function catalogueHandlers({ book }: { readonly book: PriceBook }) {
  return {
    catalogueFiguresGet: async ({ query }, { now }) =>
      toWireFigures(query.on ?? toTokyoDate(now), book),
    catalogueQuoteGet: async ({ query }, { now }) => quoteFor(query, now, book),
    postcodesSearchGet: async ({ query }) => findPostcode(query.zipcode),
    terminalsGet: async ({ query }) => findTerminals(query),
  } satisfies AreaHandlers
}
