import type { Db } from '#backend/db/connect.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { findWidgets } from '../rows.ts'

/** The member's cards, without their addresses: these were shown once (wire Widget). */
export async function readWidgets(db: Db, contractId: string) {
  const rows = await findWidgets(db, contractId)
  return {
    widgets: rows.map((row) => ({
      widgetId: row.widget_id,
      name: row.name,
      prefix: row.prefix,
      madeAt: formatRfc3339(row.made_at),
      lastReadAt: row.last_read_at === null ? undefined : formatRfc3339(row.last_read_at),
    })),
  }
}
