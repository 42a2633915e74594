import type { Db } from '#backend/db/connect.ts'
import { deleteRows, findRow, rowsOf, updateRows, upsertRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WorkQueue } from '#vocabulary/console.ts'
import { ticketDraftAad } from './tables.ts'

/** What a person has begun to write in a ticket; undefined where there is nothing. */
export async function readDraft(db: Db, sealing: Sealing, ticketNo: string, staffId: string) {
  const row = await findRow(db, 'ticket_draft', { ticket_no: ticketNo, staff_id: staffId })
  return row && sealing.open(ticketDraftAad(ticketNo, staffId), row.body_sealed)
}

/** An empty one is none. */
export async function saveDraft(
  tx: Db,
  sealing: Sealing,
  draft: { ticketNo: string; staffId: string; text: string; now: Instant },
): Promise<void> {
  const { ticketNo, staffId, text, now } = draft
  if (text.trim() === '') return dropDraft(tx, ticketNo, staffId)
  const values = {
    body_sealed: sealing.seal(ticketDraftAad(ticketNo, staffId), text),
    saved_at: now,
  }
  await upsertRow(tx, 'ticket_draft', { ticket_no: ticketNo, staff_id: staffId }, values)
}

export async function dropDraft(tx: Db, ticketNo: string, staffId: string): Promise<void> {
  await deleteRows(tx, 'ticket_draft', { ticket_no: ticketNo, staff_id: staffId })
}

/** Items of the queues that the ticket is about now. */
export const findItems = async (db: Db, ticketNo: string) =>
  (await rowsOf(db, 'ticket_item', { ticket_no: ticketNo }, 'added_at', 'queue', 'ref')).filter(
    (row) => row.removed_at === null,
  )

/** The ticket under way that an item lies in. */
export const findTicketOfItem = (db: Db, { queue, ref }: { queue: WorkQueue; ref: string }) =>
  findRow(db, 'ticket_item', { queue, ref, removed_at: null }, 'ticket_no')

/** Lets one item of a ticket go. */
export async function releaseItem(
  tx: Db,
  { ticketNo, queue, ref, now }: { ticketNo: string; queue: WorkQueue; ref: string; now: Instant },
): Promise<void> {
  await updateRows(
    tx,
    'ticket_item',
    { ticket_no: ticketNo, queue, ref, removed_at: null },
    { removed_at: now },
  )
}

/** Lets the items of a ticket go, or moves them into another. */
export async function releaseItems(tx: Db, ticketNo: string, now: Instant, into?: string) {
  const items = await findItems(tx, ticketNo)
  await tx
    .updateTable('ticket_item')
    .set({ removed_at: now })
    .where('ticket_no', '=', ticketNo)
    .where('removed_at', 'is', null)
    .execute()
  if (into === undefined || items.length === 0) return
  await tx
    .insertInto('ticket_item')
    .values(items.map(({ queue, ref }) => ({ ticket_no: into, queue, ref, added_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['ticket_no', 'queue', 'ref']).doUpdateSet({ removed_at: null }),
    )
    .execute()
}

export async function addItem(
  tx: Db,
  item: { ticketNo: string; queue: WorkQueue; ref: string; now: Instant },
): Promise<void> {
  await tx
    .insertInto('ticket_item')
    .values({
      ticket_no: item.ticketNo,
      queue: item.queue,
      ref: item.ref,
      added_at: item.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['ticket_no', 'queue', 'ref'])
        .doUpdateSet({ added_at: item.now, removed_at: null }),
    )
    .execute()
}

/** A colleague who still works here. */
export const findColleague = (db: Db, staffId: string) =>
  findRow(db, 'staff', { staff_id: staffId, left_at: null }, 'staff_id', 'name', 'roles')

export const findViews = (db: Db) =>
  db.selectFrom('saved_view').selectAll().orderBy('queue').orderBy('name').execute()
