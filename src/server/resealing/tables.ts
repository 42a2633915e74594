import type { Generated } from 'kysely'
import { internal, stays, table } from '#backend/table.ts'

export const resealingTables = [
  /** The keys that have sealed something here, and that of the blind indexes (`index`). */
  table('sealing_key', stays('one row a key'), {
    key_id: internal<string>(),
    /** By it another secret under the same name is noticed. */
    fingerprint: internal<string>(),
    first_used_at: internal<Generated<Temporal.Instant>>(),
    /** What it had sealed when the whole database was last searched; null while it may seal. */
    values_left: internal<number | null>(),
    counted_at: internal<Temporal.Instant | null>(),
  }),
  /** How far each table is sealed anew with the key that seals now. */
  table('resealing', stays('one row a table; the next pass deletes them'), {
    table_name: internal<string>(),
    to_key: internal<string>(),
    /** The key of the row after which it goes on. */
    after: internal<string | null>(),
    rows_read: internal<Generated<number>>(),
    resealed: internal<Generated<number>>(),
    unopened: internal<Generated<number>>(),
    finished_at: internal<Temporal.Instant | null>(),
  }),
]
