import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { DataTables } from '#backend/db/tables/data.ts'

export type ChangeRow = Selectable<DataTables['high_speed_change']>

/** How many changes of a line its page shows (ours). */
const SHOWN = 20

/** The latest changes of every line, newest first; two may bear the same instant. */
export async function readChanges(db: Db, contractId: string): Promise<ChangeRow[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('high_speed_change')
        .selectAll()
        .select(
          sql<number>`row_number() over (partition by line_id order by sequence desc)`.as('rank'),
        )
        .where('contract_id', '=', contractId)
        .as('ranked'),
    )
    .selectAll()
    .where('rank', '<=', SHOWN)
    .orderBy('sequence', 'desc')
    .execute()
}

/** The carrier knows how far the wish has come; an answer that is missing is still on its way. */
export function changeState(state: ChangeRow['carrier_state']) {
  if (state === 'accepted') return 'effective' as const
  return state === 'rejected' ? ('failed' as const) : ('requested' as const)
}

export function changedBy(actor: ChangeRow['actor']) {
  return actor === 'carrier' ? ('system' as const) : actor
}
