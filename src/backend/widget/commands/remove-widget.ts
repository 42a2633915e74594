import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { removeWidgets } from '../rows.ts'

/** Its address leads nowhere from now on. @throws RefusalError NOT_FOUND also for another member's */
export async function removeWidget(
  tx: Db,
  who: Who,
  { widgetId }: { readonly widgetId: string },
): Promise<void> {
  if ((await removeWidgets(tx, who.contractId, widgetId)) === 0) throw new RefusalError('NOT_FOUND')
  await recordNote(tx, who, { action: 'widget-removed', target: widgetId })
}
