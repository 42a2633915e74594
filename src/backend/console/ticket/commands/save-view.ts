import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { deleteRows, upsertRow } from '#backend/db/rows.ts'
import type { WorkQueue } from '#vocabulary/console.ts'

type View = { readonly queue: WorkQueue; readonly name: string }

/** Keeps a filter by its name, for all; the same name again replaces it. */
export async function saveView(
  tx: Db,
  { staffId, now }: StaffWho,
  { queue, name, search }: View & { readonly search: string },
): Promise<void> {
  const values = { search, saved_by: staffId, saved_at: now }
  await upsertRow(tx, 'saved_view', { queue, name }, values)
}

export async function removeView(tx: Db, { queue, name }: View): Promise<void> {
  await deleteRows(tx, 'saved_view', { queue, name })
}
