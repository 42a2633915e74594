import { findOrder, type OrderRow } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { calendarAad, findLink, setLastRead } from '../rows.ts'
import type { CalendarEntry } from './calendar-text.ts'
import { findDeadlines, type Deadline } from './deadlines.ts'

type Deps = Pick<ProcedureDeps, 'procedures' | 'publicUrl'>

/** The address of the calendar for a calendar program, if there is one (wire CalendarLink). */
export async function readLink(
  db: Db,
  { sealing, publicUrl }: Pick<ProcedureDeps, 'sealing' | 'publicUrl'>,
  contractId: string,
) {
  const row = await findLink(db, { contract_id: contractId })
  if (!row) return {}
  return {
    url: `${publicUrl}/calendar/${sealing.open(calendarAad(contractId), row.secret_sealed)}.ics`,
    createdAt: formatRfc3339(row.created_at),
    lastReadAt: row.last_read_at === null ? undefined : formatRfc3339(row.last_read_at),
  }
}

/** The feed of a secret; undefined for an unknown one. It contains no name, number or amount. */
export async function readFeed(
  db: Db,
  deps: Deps,
  secret: string,
  now: Instant,
): Promise<string | undefined> {
  const row = await findLink(db, { secret_hash: hashSecret(secret) })
  if (!row) return undefined
  await noteAside(() => setLastRead(db, row.contract_id, now))
  return textOf(await findDeadlines(db, deps.procedures, row.contract_id, now), deps, now)
}

/** The dates of orders as a file. @throws RefusalError NOT_FOUND also for another member's. */
export async function calendarOfOrders(
  db: Db,
  deps: Deps,
  contractId: string,
  orderNos: readonly string[],
  now: Instant,
): Promise<string> {
  const ahead = await findDeadlines(db, deps.procedures, contractId, now)
  const entries: CalendarEntry[] = []
  for (const orderNo of orderNos)
    entries.push(...entriesOf(deps.procedures, await findOrder(db, contractId, orderNo), ahead))
  return textOf(entries, deps, now)
}

function entriesOf(
  procedures: Registry,
  order: OrderRow,
  ahead: readonly Deadline[],
): readonly CalendarEntry[] {
  const { order_no: orderNo } = order
  const dates = procedures.of(order).deadlines(order)
  const own = ahead.filter((deadline) => deadline.orderNo === orderNo)
  const isWaiting = own.length === 0 && dates.length === 0
  if (!isWaiting || order.expected_on === null) return own
  const delivery = {
    deadlineId: `expected-${orderNo}`,
    kind: 'delivery',
    title: '手続きの完了予定',
    message: `受付番号：${orderNo}`,
    on: order.expected_on,
    at: order.expected_on,
    path: orderPage(orderNo),
  } as const
  return [delivery]
}

/** The module that writes the file is loaded when one is first asked for. */
async function textOf(
  entries: readonly CalendarEntry[],
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  now: Instant,
) {
  const { calendarText } = await import('./calendar-text.ts')
  return calendarText(entries, { publicUrl, now })
}
