import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { findRow, rowsOf, updateRows } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'

export type WidgetRow = Selectable<Database['widget']>

export const findWidgets = (db: Db, contractId: string): Promise<WidgetRow[]> =>
  rowsOf(db, 'widget', { contract_id: contractId }, 'made_at', 'widget_id')

export const findBySecret = (db: Db, secretHash: string): Promise<WidgetRow | undefined> =>
  findRow(db, 'widget', { secret_hash: secretHash })

export const setLastRead = (
  db: Db,
  of: Pick<WidgetRow, 'contract_id' | 'widget_id'>,
  now: Instant,
) =>
  updateRows(
    db,
    'widget',
    { contract_id: of.contract_id, widget_id: of.widget_id },
    { last_read_at: now },
  )

/** Takes the cards of a contract away: one, or all of them where others may have their addresses. */
export async function removeWidgets(
  tx: Db,
  contractId: string,
  widgetId?: string,
): Promise<number> {
  const removed = await tx
    .deleteFrom('widget')
    .where('contract_id', '=', contractId)
    .$if(widgetId !== undefined, (query) => query.where('widget_id', '=', widgetId ?? ''))
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Those of all contracts of an account: with its logins everywhere. */
export async function removeWidgetsOfAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .deleteFrom('widget')
    .where('contract_id', 'in', (eb) =>
      eb.selectFrom('contract').select('contract_id').where('account_id', '=', accountId),
    )
    .execute()
}
