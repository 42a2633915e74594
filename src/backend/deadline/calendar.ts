import { orderPage } from '#vocabulary/pages.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { findOrder, type OrderRow } from '#backend/contract/orders.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import type { CalendarEntry } from './calendar-text.ts'
import { findDeadlines, type Deadline } from './deadlines.ts'

export const calendarAad = (contractId: string) => `calendar_link.secret:${contractId}`

export type Calendar = ReturnType<typeof createCalendar>

/** The member's dates as a calendar: by a secret address for a calendar program, or of one order as a file. */
export function createCalendar(deps: {
  procedures: Registry
  sealing: Sealing
  publicUrl: string
}) {
  const { procedures, sealing, publicUrl } = deps
  const urlOf = (secret: string) => `${publicUrl}/calendar/${secret}.ics`

  /** The address, if there is one (wire CalendarLink). */
  async function link(db: Db, contractId: string) {
    const row = await db
      .selectFrom('calendar_link')
      .selectAll()
      .where('contract_id', '=', contractId)
      .executeTakeFirst()
    if (!row) return {}
    return {
      url: urlOf(sealing.open(calendarAad(contractId), row.secret_sealed)),
      createdAt: formatRfc3339(row.created_at),
      lastReadAt: row.last_read_at === null ? undefined : formatRfc3339(row.last_read_at),
    }
  }

  /** A new address; the old one leads nowhere from now on. */
  async function renew(tx: Db, contractId: string, now: Instant) {
    const secret = newSecret()
    const values = {
      secret_hash: hashSecret(secret),
      secret_sealed: sealing.seal(calendarAad(contractId), secret),
      created_at: now,
      last_read_at: null,
    }
    await tx
      .insertInto('calendar_link')
      .values({ contract_id: contractId, ...values })
      .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(values))
      .execute()
    return link(tx, contractId)
  }

  async function remove(tx: Db, contractId: string) {
    await tx.deleteFrom('calendar_link').where('contract_id', '=', contractId).execute()
    return {}
  }

  /** The feed behind a secret; nothing behind any other. Holds no name, number or amount. */
  async function feed(db: Db, secret: string, now: Instant): Promise<string | undefined> {
    const row = await db
      .selectFrom('calendar_link')
      .select('contract_id')
      .where('secret_hash', '=', hashSecret(secret))
      .executeTakeFirst()
    if (!row) return undefined
    await noteAside(() =>
      db
        .updateTable('calendar_link')
        .set({ last_read_at: now })
        .where('contract_id', '=', row.contract_id)
        .execute(),
    )
    return textOf(await findDeadlines(db, procedures, row.contract_id, now), now)
  }

  /** The dates of orders as a file. @throws RefusalError NOT_FOUND also for another member's. */
  async function ofOrders(db: Db, contractId: string, orderNos: readonly string[], now: Instant) {
    const ahead = await findDeadlines(db, procedures, contractId, now)
    const entries: CalendarEntry[] = []
    for (const orderNo of orderNos)
      entries.push(...entriesOf(await findOrder(db, contractId, orderNo), ahead))
    return textOf(entries, now)
  }

  function entriesOf(order: OrderRow, ahead: readonly Deadline[]): readonly CalendarEntry[] {
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

  /** What draws the file is loaded when one is first asked for. */
  async function textOf(entries: readonly CalendarEntry[], now: Instant) {
    const { calendarText } = await import('./calendar-text.ts')
    return calendarText(entries, { publicUrl, now })
  }

  return { link, renew, remove, feed, ofOrders }
}
