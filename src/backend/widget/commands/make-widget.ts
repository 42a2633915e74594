import { loadContract } from '#backend/contract/load.ts'
import { isContractOver } from '#backend/contract-over.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { MOST_WIDGETS, widgetAddress } from '#vocabulary/widget.ts'
import { findWidgets, removeWidgets } from '../rows.ts'

/** By which scanners of leaked secrets know what it is. */
const KIND = 'hbkw_'
/** As much of the secret as tells one card from another and helps nobody to guess the rest. */
const SHOWN = KIND.length + 4

/**
 * A card with an address of its own. @returns the address: from here on only its hash is known.
 * @throws RefusalError CONTRACT_ENDED, WIDGETS_FULL
 */
export async function makeWidget(
  tx: Db,
  { publicUrl }: { readonly publicUrl: string },
  who: Who,
  { name }: { readonly name: string },
): Promise<{ widgetId: string; url: string }> {
  const { contractId, now } = who
  const { contract } = await loadContract(tx, contractId, { lock: true })
  if (isContractOver(contract.status)) throw new RefusalError('CONTRACT_ENDED')
  if ((await findWidgets(tx, contractId)).length >= MOST_WIDGETS)
    throw new RefusalError('WIDGETS_FULL')
  const secret = KIND + newSecret()
  const widgetId = newId('wg')
  await insertRow(tx, 'widget', {
    contract_id: contractId,
    widget_id: widgetId,
    secret_hash: hashSecret(secret),
    prefix: secret.slice(0, SHOWN),
    name,
    made_at: now,
    last_read_at: null,
  })
  await recordNote(tx, who, { action: 'widget-made', target: widgetId })
  return { widgetId, url: publicUrl + widgetAddress(secret) }
}

/** Its address leads nowhere from now on. @throws RefusalError NOT_FOUND also for another member's */
export async function removeWidget(
  tx: Db,
  who: Who,
  { widgetId }: { readonly widgetId: string },
): Promise<void> {
  if ((await removeWidgets(tx, who.contractId, widgetId)) === 0) throw new RefusalError('NOT_FOUND')
  await recordNote(tx, who, { action: 'widget-removed', target: widgetId })
}
