import { sql } from 'kysely'
import { deletedWhen, internal, key, sealed, stays, table } from '#backend/table.ts'
import type { WorkQueue } from '#vocabulary/console.ts'

/** What is not sent by then is forgotten. */
const DRAFT_DAYS = 30

export const ticketDraftAad = (ticketNo: string, staffId: string) =>
  `ticket_draft.body:${ticketNo}:${staffId}`

export const deskTables = [
  /** Which items of the queues a ticket is about: an item is in one ticket as long as that is under way. */
  table('ticket_item', stays('goes with its ticket'), {
    ticket_no: key<string>(),
    queue: internal<WorkQueue>(),
    ref: internal<string>(),
    added_at: internal<Temporal.Instant>(),
    removed_at: internal<Temporal.Instant | null>(),
  }),
  /** What somebody has begun to write and not sent. */
  table(
    'ticket_draft',
    deletedWhen(({ now }) => sql`saved_at < ${now.subtract({ hours: 24 * DRAFT_DAYS })}`),
    {
      ticket_no: key<string>(),
      staff_id: key<string>(),
      body_sealed: sealed<string, { ticket_no: string; staff_id: string }>({
        aad: (row) => ticketDraftAad(row.ticket_no, row.staff_id),
        omit: 'internal',
      }),
      saved_at: internal<Temporal.Instant>(),
    },
  ),
  /** Filters of a list by a name, for all of the staff. */
  table('saved_view', stays('until somebody removes it'), {
    queue: internal<WorkQueue>(),
    name: internal<string>(),
    search: internal<string>(),
    saved_by: internal<string>(),
    saved_at: internal<Temporal.Instant>(),
  }),
]
