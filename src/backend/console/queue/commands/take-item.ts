import { sql } from 'kysely'
import { assignTicket, snoozeTicket, ticketOfItem } from '#backend/console/ticket/public.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WorkQueue } from '#vocabulary/console.ts'
import type { WorkItem } from '#vocabulary/console-queue.ts'
import { listItems, type Item } from '../queries/list-items.ts'
import { findListed, type ItemKey } from '../queries/listed-item.ts'
import { colleaguesAt, visibleQueues } from '../queries/read-queue.ts'
import { streamsOf } from '../queries/streams.ts'
import { refInTicket, takenItems, without } from '../queries/taken-items.ts'
import type { QueueDeps } from './decide-item.ts'

/** Takes an item, or hands it to a colleague: it lies in a ticket from then on. @throws RefusalError QUEUE_ITEM_GONE, VALIDATION_FAILED */
export async function takeItem(
  tx: Db,
  deps: QueueDeps,
  who: StaffWho,
  {
    to,
    note,
    ...key
  }: ItemKey & { readonly to?: string | undefined; readonly note?: string | undefined },
): Promise<{ ticketNo: string }> {
  const item = await findListed(tx, deps, key, who)
  if (to !== undefined && to !== who.staffId) await requireColleague(tx, deps, who, item, to)
  const ticketNo = await ticketOf(tx, deps, who, item)
  await assignTicket(tx, deps, who, { ticketNo, ...(to !== undefined && { to }), text: note })
  return { ticketNo }
}

/** @throws RefusalError VALIDATION_FAILED for somebody who could not open the item */
async function requireColleague(
  tx: Db,
  deps: QueueDeps,
  who: StaffWho,
  { kind: { queue } }: Item,
  to: string,
): Promise<void> {
  const colleagues = await colleaguesAt(tx, deps, queue, who)
  if (!colleagues.some(({ staffId }) => staffId === to))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { to: ['この列を受け持てる人の中から、渡す相手を選び直してください。'] },
    })
}

/** Puts an item away until then; the date it is due stays. @throws RefusalError QUEUE_ITEM_GONE, VALIDATION_FAILED */
export async function snoozeItem(
  tx: Db,
  deps: QueueDeps,
  who: StaffWho,
  { until, ...key }: ItemKey & { readonly until: Instant },
): Promise<{ ticketNo: string }> {
  const ticketNo = await ticketOf(tx, deps, who, await findListed(tx, deps, key, who))
  await snoozeTicket(tx, deps, who, { ticketNo, until })
  return { ticketNo }
}

/**
 * Takes what is due first of a queue and that nobody has; two who ask at once get two items.
 * @throws RefusalError ROLE_MISSING for a queue of other roles
 */
export async function takeNext(
  tx: Db,
  deps: QueueDeps,
  who: StaffWho,
  queue: WorkQueue,
): Promise<{ taken?: { item: WorkItem; ref: string; ticketNo: string } }> {
  const kinds = visibleQueues(deps, who).get(queue)
  if (kinds === undefined) throw new RefusalError('ROLE_MISSING')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`next of ${queue}`}, 0))`.execute(tx)
  const only = without(await takenItems(tx, [queue]))
  const time = { now: who.now, isHoliday: deps.isHoliday }
  const { items } = await listItems(tx, streamsOf(kinds), time, { limit: 1, only })
  const [item] = items
  if (item === undefined) return {}
  const ticketNo = await ticketOf(tx, deps, who, item)
  await assignTicket(tx, deps, who, { ticketNo })
  return { taken: { item: item.kind.name, ref: item.ref, ticketNo } }
}

/** The ticket that the item lies in; a new one of ours where there is none. */
async function ticketOf(tx: Db, deps: QueueDeps, who: StaffWho, item: Item): Promise<string> {
  const { account_id: known, contract_id: contractId } = item
  const accountId =
    known ?? (contractId === null ? undefined : (await findContract(tx, contractId)).account_id)
  const row = await ticketOfItem(tx, deps, who, {
    queue: item.kind.queue,
    ref: refInTicket(item),
    ...(accountId !== undefined && { accountId }),
    ...(contractId !== null && { contractId }),
  })
  return row.ticket_no
}
