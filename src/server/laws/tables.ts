import type { Generated } from 'kysely'
import { internal, table, type Json, type TablesOf } from '#backend/table.ts'

export const lawsTables = [
  table({
    table: 'law_check',
    retention: { stays: 'one row' },
    columns: {
      singleton: internal<Generated<boolean>>(),
      checked_at: internal<Temporal.Instant>(),
      took_ms: internal<number>(),
      changes: internal<number>(),
      broken: internal<Json>(),
      unfinished: internal<string[]>(),
    },
  }),
]

declare module '#backend/db/tables.ts' {
  interface Database extends TablesOf<typeof lawsTables> {}
}
