import type { Who } from '#backend/contract/who.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { deleteRows, insertRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { MOST_PREPARED, PREPARED_DAYS } from '#vocabulary/connection.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { findPrepared, type ConnectionRow } from '../rows.ts'

type Draft = Input<typeof connectionApi.preparedOrdersPost>['body']

/**
 * A draft by a program: the confirmation of the procedure with what was chosen, for the member to look at and press. Nothing is
 * ordered, and whether it can be ordered is asked when the member looks.
 * @throws RefusalError PREPARED_FULL
 */
export async function prepareOrder(
  tx: Db,
  { publicUrl }: { readonly publicUrl: string },
  who: Who,
  draft: Draft,
) {
  const { contractId, now, connectionId = '' } = who
  await lockContract(tx, contractId)
  if ((await findPrepared(tx, contractId, now)).length >= MOST_PREPARED)
    throw new RefusalError('PREPARED_FULL')
  const preparedId = newId('pre')
  const address = addressOf(draft)
  const expiresAt = now.add({ hours: 24 * PREPARED_DAYS })
  await insertRow(tx, 'prepared_order', {
    contract_id: contractId,
    prepared_id: preparedId,
    connection_id: connectionId,
    procedure: draft.procedure,
    address,
    made_at: now,
    expires_at: expiresAt,
  })
  const details = { procedure: draft.procedure }
  await recordNote(tx, who, { action: 'order-prepared', target: preparedId, details })
  return { preparedId, url: publicUrl + address, expiresAt: formatRfc3339(expiresAt) }
}

const addressOf = (draft: Draft): string =>
  draft.procedure === 'topUp'
    ? withQuery(pages.topUp, { step: 'confirm', packId: draft.packId })
    : withQuery(pages.planSize, { step: 'confirm', plan: String(draft.plan) })

/** @throws RefusalError NOT_FOUND also for another contract's */
export async function throwAway(tx: Db, who: Who, preparedId: string): Promise<void> {
  const removed = await tx
    .deleteFrom('prepared_order')
    .where('contract_id', '=', who.contractId)
    .where('prepared_id', '=', preparedId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw new RefusalError('NOT_FOUND')
  await recordNote(tx, who, { action: 'prepared-order-thrown-away', target: preparedId })
}

/** What a program has drafted goes with it: nobody is led on to what a thief has chosen. */
export async function throwAwayOf(
  tx: Db,
  { contract_id: contractId, connection_id: connectionId }: ConnectionRow,
): Promise<void> {
  await deleteRows(tx, 'prepared_order', { contract_id: contractId, connection_id: connectionId })
}
