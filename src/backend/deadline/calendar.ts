import { orderPage } from '#vocabulary/pages.ts'
import ical, { ICalAlarmType, ICalCalendarMethod, type ICalCalendar } from 'ical-generator'
import { brand } from '#brand'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { addDays, formatRfc3339, isTokyoDate, type Instant } from '#domain/tokyo.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { findDeadlines, type Deadline } from './deadlines.ts'
import { reminderSeconds } from './reminders.ts'

const place = (contractId: string) => `calendar_link.secret:${contractId}`

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
      url: urlOf(sealing.open(place(contractId), row.secret_sealed)),
      createdAt: formatRfc3339(row.created_at),
      ...(row.last_read_at === null ? {} : { lastReadAt: formatRfc3339(row.last_read_at) }),
    }
  }

  /** A new address; the old one leads nowhere from now on. */
  async function renew(tx: Db, contractId: string, now: Instant) {
    const secret = newSecret()
    const values = {
      secret_hash: hashSecret(secret),
      secret_sealed: sealing.seal(place(contractId), secret),
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
    const calendar = emptyCalendar()
    for (const deadline of await findDeadlines(db, procedures, row.contract_id, now))
      add(calendar, deadline, now)
    return alarmsLast(calendar.toString())
  }

  /** The dates of one order as a file. @throws RefusalError NOT_FOUND also for another member's. */
  async function ofOrder(db: Db, contractId: string, orderNo: string, now: Instant) {
    const order = await findOrder(db, contractId, orderNo)
    const calendar = emptyCalendar()
    const dates = procedures.of(order).deadlines(order)
    const ahead = await findDeadlines(db, procedures, contractId, now)
    const own = ahead.filter((deadline) => deadline.orderNo === orderNo)
    for (const deadline of own) add(calendar, deadline, now)
    if (own.length === 0 && dates.length === 0 && order.expected_on !== null)
      add(
        calendar,
        {
          deadlineId: `expected-${orderNo}`,
          kind: 'delivery',
          title: '手続きの完了予定',
          message: `受付番号：${orderNo}`,
          on: order.expected_on,
          at: order.expected_on,
          path: orderPage(orderNo),
        },
        now,
      )
    return alarmsLast(calendar.toString())
  }

  function emptyCalendar() {
    const calendar = ical({ name: `${brand.service} 大切な日付`, ttl: 3600 * 6 })
    calendar.prodId({ company: brand.company, product: brand.service, language: 'JA' })
    calendar.method(ICalCalendarMethod.PUBLISH)
    return calendar
  }

  function add(
    calendar: ICalCalendar,
    deadline: Pick<Deadline, 'deadlineId' | 'kind' | 'title' | 'message' | 'on' | 'at' | 'path'>,
    now: Instant,
  ) {
    const allDay = isTokyoDate(deadline.at)
    const event = calendar.createEvent({
      id: `${deadline.deadlineId}@${new URL(publicUrl).hostname}`,
      stamp: new Date(now.epochMilliseconds),
      summary: deadline.title,
      description: deadline.message,
      url: `${publicUrl}${deadline.path}`,
      ...(allDay
        ? { allDay, start: toDate(deadline.on), end: toDate(addDays(deadline.on, 1)) }
        : { start: new Date(Temporal.Instant.from(deadline.at).epochMilliseconds) }),
    })
    for (const seconds of reminderSeconds(deadline.kind, allDay))
      event.createAlarm({
        type: ICalAlarmType.display,
        // The library counts the seconds before the begin.
        trigger: -seconds,
        description: deadline.title,
      })
  }

  return { link, renew, remove, feed, ofOrder }
}

/** RFC 5545 3.6.1 has the reminders of an entry after all its own lines; the library prints the address behind them. */
function alarmsLast(text: string): string {
  return text.replace(/((?:BEGIN:VALARM\r\n.*?END:VALARM\r\n)+)(.*?)(?=END:VEVENT)/gs, '$2$1')
}

/** A whole day: the library prints the date in UTC, whatever zone the server runs in. */
function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
