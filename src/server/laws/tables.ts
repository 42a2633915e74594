import type { Generated } from 'kysely'
import { type Json, type TablesOf, internal, stays, table } from '#backend/table.ts'

export const lawsTables = [
  table('law_check', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    checked_at: internal<Temporal.Instant>(),
    took_ms: internal<number>(),
    changes: internal<number>(),
    broken: internal<Json>(),
    unfinished: internal<string[]>(),
  }),
]

declare module '#backend/db/tables.ts' {
  interface Database extends TablesOf<typeof lawsTables> {}
}
