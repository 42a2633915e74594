import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findItems, type Item } from './list-items.ts'
import type { DeskTime, ItemKind } from './streams.ts'

export type ItemKey = { readonly item: string; readonly ref: string }

/** The item as it is listed now. @throws RefusalError QUEUE_ITEM_GONE */
export async function findListed(
  db: Db,
  {
    kinds,
    isHoliday,
  }: Pick<DeskTime, 'isHoliday'> & { readonly kinds: ReadonlyMap<string, ItemKind> },
  key: ItemKey,
  { now }: { readonly now: Instant },
): Promise<Item> {
  const kind = kinds.get(key.item)
  const [item] = kind === undefined ? [] : await findItems(db, [kind], { now, isHoliday }, [key])
  if (item === undefined) throw new RefusalError('QUEUE_ITEM_GONE')
  return item
}

/** Who acts, on whose contract or account: it is their history that the act stands in. */
export const whoOn = <By extends Acting>(
  { contract_id: contractId, account_id: accountId }: Item,
  by: By,
): By => ({
  ...by,
  ...(contractId !== null && { contractId }),
  ...(accountId !== null && { accountId }),
})
