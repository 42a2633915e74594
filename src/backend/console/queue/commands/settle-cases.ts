import { settleItem } from '#backend/console/ticket/public.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Instant } from '#domain/tokyo.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { workQueues } from '#vocabulary/console.ts'
import { findItems } from '../queries/list-items.ts'
import { refInTicket, takenItems, type TakenItem } from '../queries/taken-items.ts'
import type { QueueDeps } from './decide-item.ts'

/** Hourly: cases made for items that have gone from their queue are solved with them, whoever or whatever put them right. */
export async function settleCases(deps: QueueDeps, now: Instant): Promise<void> {
  const { database, log } = deps
  for (const gone of await goneItems(deps, now))
    await isolated(log, { ticketNo: gone.ticketNo }, 'case of a gone item not settled', () =>
      database.db
        .transaction()
        .execute((tx) => settleItem(tx, deps, { actor: 'system', now }, inCase(deps, gone))),
    )
}

/** Items that people have taken and that no queue lists any more. */
async function goneItems(deps: QueueDeps, now: Instant): Promise<TakenItem[]> {
  const { db } = deps.database
  const known = (await takenItems(db, namesOf(workQueues))).filter(({ item }) =>
    deps.kinds.has(item),
  )
  const kinds = [...new Set(known.map(({ item }) => item))].flatMap(
    (item) => deps.kinds.get(item) ?? [],
  )
  const listed = new Set((await findItems(db, kinds, { ...deps, now }, known)).map(refInTicket))
  return known.filter((one) => !listed.has(refInTicket(one)))
}

const inCase = ({ kinds }: Pick<QueueDeps, 'kinds'>, item: TakenItem) => {
  const kind = kinds.get(item.item)
  if (kind === undefined) throw new Error(`no queue has a ${item.item}`)
  return { queue: kind.queue, ref: refInTicket(item) }
}
