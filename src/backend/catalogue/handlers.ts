import type { AreaHandlers } from '#backend/area.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { toWireFigures } from './figures.ts'
import { quoteFor } from './quote.ts'
import { findTerminals } from './terminals.ts'

export function catalogueHandlers() {
  return {
    catalogueFiguresGet: async ({ query }, { now }) => toWireFigures(query.on ?? toTokyoDate(now)),
    catalogueQuoteGet: async ({ query }, { now }) => quoteFor(query, now),
    terminalsGet: async ({ query }) => findTerminals(query),
  } satisfies AreaHandlers
}
