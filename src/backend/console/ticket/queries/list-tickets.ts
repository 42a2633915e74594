import { sql } from 'kysely'
import { z } from 'zod'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { endOfDay, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { ticketApi } from '#protocol/console/ticket.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import type { CaseReason, TicketChannel } from '#vocabulary/console.ts'
import { toTicketRow } from './ticket-row.ts'
import { ticketsFor, type NamedTicket } from './tickets-for.ts'

/** So many cases stand on the page of the day. */
const OF_TODAY = 10

const DEFAULT_LIMIT = 50
const key = z.tuple([reportedInstant, z.string()])

const statesOf = {
  open: ['new', 'open'],
  waiting: ['waiting_member'],
  done: ['solved', 'closed', 'merged'],
} as const

type Asked = {
  readonly whose: 'mine' | 'nobody' | 'all'
  readonly state: keyof typeof statesOf
  readonly channel?: TicketChannel | undefined
  readonly reason?: CaseReason | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

type List = Answer<typeof ticketApi.consoleTicketListGet>

/** Those that are due first; what is over, the latest first. */
export async function listTickets(db: Db, who: StaffWho, asked: Asked): Promise<List> {
  const limit = asked.limit ?? DEFAULT_LIMIT
  const by = asked.state === 'done' ? 'changed_at' : 'due_at'
  const read = await readTickets(db, who, asked, limit + 1)
  const page = pageOf(read, limit, (row) => [row[by].toString(), row.ticket_no])
  const isHoliday = await holidayCalendar()
  return {
    ...page,
    rows: page.rows.map((row) => toTicketRow(row, who, isHoliday)),
    counts: await countTickets(db, who),
  }
}

function readTickets(db: Db, who: StaffWho, asked: Asked, limit: number): Promise<NamedTicket[]> {
  const { whose, state, channel, reason } = asked
  const after = readCursor(asked.cursor, key)
  const isDone = state === 'done'
  // Written out, so that the indexes of these states are used.
  const states = sql.join(statesOf[state].map((one) => sql.lit(one)))
  return ticketsFor(db, who)
    .where(sql<boolean>`t.state in (${states})`)
    .$if(whose === 'mine', (query) => query.where('t.assigned_to', '=', who.staffId))
    .$if(whose === 'nobody', (query) => query.where('t.assigned_to', 'is', null))
    .$if(channel !== undefined, (query) => query.where('t.channel', '=', channel ?? 'form'))
    .$if(reason !== undefined, (query) => query.where('t.reason', '=', reason ?? 'work'))
    .$if(after !== undefined && isDone, (query) =>
      query.where(
        sql<boolean>`(t.changed_at, t.ticket_no) < (${after?.[0]}::timestamptz, ${after?.[1]})`,
      ),
    )
    .$if(after !== undefined && !isDone, (query) =>
      query.where(
        sql<boolean>`(t.due_at, t.ticket_no) > (${after?.[0]}::timestamptz, ${after?.[1]})`,
      ),
    )
    .$if(isDone, (query) => query.orderBy('t.changed_at', 'desc').orderBy('t.ticket_no', 'desc'))
    .$if(!isDone, (query) => query.orderBy('t.due_at').orderBy('t.ticket_no'))
    .limit(limit)
    .execute()
}

/**
 * Cases that are over their time, or will be by tonight, and one's own; those of an item stand there as the item, and what
 * was put away stands nowhere.
 */
export async function casesOfToday(db: Db, who: StaffWho) {
  const until = endOfDay(toTokyoDate(who.now))
  const alone = () =>
    ticketsFor(db, who)
      .where(sql<boolean>`t.state in ('new', 'open')`)
      .where(sql<boolean>`(t.snoozed_until is null or t.snoozed_until <= ${who.now.toString()})`)
      .where(
        sql<boolean>`not exists (select from ticket_item i where i.ticket_no = t.ticket_no and i.removed_at is null)`,
      )
  const due = alone().where('t.due_at', '<=', until)
  const [missing, { count }, mine, isHoliday] = await Promise.all([
    due.orderBy('t.due_at').orderBy('t.ticket_no').limit(OF_TODAY).execute(),
    due
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    alone().where('t.assigned_to', '=', who.staffId).orderBy('t.due_at').limit(OF_TODAY).execute(),
    holidayCalendar(),
  ])
  const wire = (rows: readonly NamedTicket[]) => rows.map((row) => toTicketRow(row, who, isHoliday))
  return { missing: wire(missing), count, mine: wire(mine) }
}

/** Of those whose clock runs: the desk's own figures, for the head of the list and of the day. */
export async function countTickets(db: Db, { staffId, roles, now }: StaffWho) {
  const today = endOfDay(toTokyoDate(now))
  return db
    .selectFrom('ticket')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('assigned_to', '=', staffId).as('mine'),
      eb.fn.countAll<number>().filterWhere('due_at', '<=', now).as('overdue'),
      eb.fn
        .countAll<number>()
        .filterWhere('due_at', '>', now)
        .filterWhere('due_at', '<=', today)
        .as('today'),
    ])
    .where(sql<boolean>`state in ('new', 'open')`)
    .$if(!roles.includes('privacy'), (query) => query.where('restricted', '=', false))
    .executeTakeFirstOrThrow()
}
