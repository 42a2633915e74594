import type { Generated } from 'kysely'
import { type Json, internal, stays, table } from '#backend/table.ts'

export const lawsTables = [
  /**
   * The last check of the laws of the house (docs/operations.md), by the database's clock, whatever time a demo
   * shows.
   */
  table('law_check', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    checked_at: internal<Temporal.Instant>(),
    took_ms: internal<number>(),
    /** How often the tables had changed when it began: unchanged, nothing is asked again before a day has gone by. */
    changes: internal<number>(),
    broken: internal<Json>(),
    /** Laws that were not done in their time. */
    unfinished: internal<string[]>(),
  }),
]
