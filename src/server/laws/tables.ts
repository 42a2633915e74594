import type { Generated } from 'kysely'
import { type Json, internal, stays, table } from '#backend/table.ts'

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
