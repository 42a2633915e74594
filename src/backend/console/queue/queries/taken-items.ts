import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { WorkQueue } from '#vocabulary/console.ts'
import type { WorkItem } from '#vocabulary/console-queue.ts'
import type { ItemKey } from './listed-item.ts'
import type { ItemKind } from './streams.ts'

/** An item that lies in a ticket under way: who has it, and until when it was put away. */
export type TakenItem = ItemKey & {
  readonly ticketNo: string
  readonly staffId: string | null
  readonly snoozedUntil: Instant | null
}

/** By what a ticket names an item: the kinds of a queue may have refs alike. */
export const refInTicket = ({ item, ref }: ItemKey) => `${item}:${ref}`

/** The items of these queues that lie in tickets under way: as many as people work on. */
export async function takenItems(db: Db, queues: readonly WorkQueue[]): Promise<TakenItem[]> {
  if (queues.length === 0) return []
  const rows = await db
    .selectFrom('ticket_item as i')
    .innerJoin('ticket as t', 't.ticket_no', 'i.ticket_no')
    .select(['i.ref', 't.ticket_no', 't.assigned_to', 't.snoozed_until'])
    .where('i.removed_at', 'is', null)
    .where(sql<boolean>`i.queue = any(${[...queues]}::text[])`)
    .execute()
  return rows.map((row) => {
    const [item = '', ...rest] = row.ref.split(':')
    return {
      item,
      ref: rest.join(':'),
      ticketNo: row.ticket_no,
      staffId: row.assigned_to,
      snoozedUntil: row.snoozed_until,
    }
  })
}

/** The number of the case under way that the item lies in; undefined where nobody has taken it. */
export async function caseOf(
  db: Db,
  item: { readonly kind: Pick<ItemKind, 'queue' | 'name'>; readonly ref: string },
): Promise<string | undefined> {
  const taken = await takenItems(db, [item.kind.queue])
  const ref = refInTicket({ item: item.kind.name, ref: item.ref })
  return taken.find((one) => refInTicket(one) === ref)?.ticketNo
}

export const isSnoozed = ({ snoozedUntil }: TakenItem, now: Instant) =>
  snoozedUntil !== null && isBefore(now, snoozedUntil)

/** A condition that leaves these items out, for the rows of any kind. */
export const without = (left: readonly ItemKey[]) => {
  const refsOf = Map.groupBy(left, ({ item }) => item)
  return (item: WorkItem) => {
    const refs = refsOf.get(item)?.map(({ ref }) => ref) ?? []
    return refs.length === 0 ? sql`true` : sql`ref <> all(${refs}::text[])`
  }
}
