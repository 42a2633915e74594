import { internal, stays, table } from '#backend/table.ts'

export const sealTables = [
  /** Each hour the heads of the audits that have moved are sealed; the digest goes to a store outside the database. */
  table('audit_seal', stays('what was sealed can be worked out again'), {
    number: internal<number>(),
    /** Of the seal before, the number, and every sealed head. */
    digest: internal<string>(),
    previous_digest: internal<string>(),
    heads: internal<number>(),
    /** Heads that moved before this, by the database's clock, are in it or in one before. */
    moved_until: internal<Temporal.Instant>(),
    sealed_at: internal<Temporal.Instant>(),
    /** When the store outside confirmed it. */
    posted_at: internal<Temporal.Instant | null>(),
  }),
  /** A chain may be deleted when its time is over; that it was sealed stays. */
  table('audit_seal_head', stays('what was sealed can be worked out again'), {
    /** The audit's chain; of a member whose records are deleted an id that names nobody any more. */
    head_of: internal<string>(),
    position: internal<number>(),
    hash: internal<string>(),
    number: internal<number>(),
  }),
]
