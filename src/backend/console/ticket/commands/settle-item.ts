import { lockTicket, moveTicket, type TicketDeps } from '#backend/contact/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { clockRuns } from '#domain/contact/ticket-states.ts'
import type { WorkQueue } from '#vocabulary/console.ts'
import { findItems, findTicketOfItem, releaseItem } from '../rows.ts'

/**
 * An item has gone from its queue: the case lets it go. One that was made for it alone is solved with it; where somebody
 * has written to the member, or the member to us, a person looks at it.
 */
export async function settleItem(
  tx: Db,
  deps: TicketDeps,
  who: Acting,
  item: { readonly queue: WorkQueue; readonly ref: string },
): Promise<void> {
  const found = await findTicketOfItem(tx, item)
  if (found === undefined) return
  const row = await lockTicket(tx, found.ticket_no)
  await releaseItem(tx, { ...item, ticketNo: row.ticket_no, now: who.now })
  const isOurs = row.channel === 'internal' && row.reason === 'work' && clockRuns(row.state)
  if (!isOurs || (await findItems(tx, row.ticket_no)).length > 0) return
  if (await isConversation(tx, row.ticket_no)) return
  await moveTicket(tx, deps, who, row, {
    step: 'solved',
    entry: { kind: 'solved' },
    patch: {
      solved_at: who.now,
      snoozed_until: null,
      clock_left_ms: null,
      assigned_to: row.assigned_to ?? who.staffId ?? null,
    },
  })
}

async function isConversation(db: Db, ticketNo: string): Promise<boolean> {
  const said = await db
    .selectFrom('ticket_event')
    .select('position')
    .where('ticket_no', '=', ticketNo)
    .where('kind', 'in', ['answered', 'wrote'])
    .limit(1)
    .executeTakeFirst()
  return said !== undefined
}
