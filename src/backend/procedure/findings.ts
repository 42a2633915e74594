import { sql } from 'kysely'
import { findBrokenLaws, type BrokenLaw } from '#backend/broken-law.ts'
import { takeoverAhead } from '#backend/contract/takeover-ahead.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Findings } from '#backend/finding.ts'
import { addDays, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { makesRoom } from './orders.ts'
import type { Registry } from './registry.ts'

/** Those of `findLingeringOrders` that are overdue; names of procedures are ours, so they may stand in the statement. */
export const orderFindings = (procedures: Registry) =>
  ({
    'order-overdue': {
      what: 'orders past their day, or without an answer from the carrier, for a day',
      resolve:
        'Look at carrier_exchange and carrier_report of that number. Nothing is sent again by hand: the same id goes out until the carrier answers.',
      queue: 'order',
      ifLeft: 'お約束した日を過ぎても、会員の手続きが終わりません。',
      acts: ['exchange.again'],
      hasDate: true,
      query: `
      select order_no as ref, procedure || ' ' || state as detail, requested_at as since, null as account_id, contract_id,
        (expected_on + 1)::timestamp at time zone 'Asia/Tokyo' as due,
        jsonb_build_object('operation', procedure, 'state', state, 'expectedOn', expected_on) as facts
      from procedure_order o
      where closed_at is null and requested_at <= $now - interval '24 hours'
        and procedure in (${procedures
          .namesWhere(({ carrierServed }) => carrierServed)
          .map((name) => `'${name}'`)
          .join(', ')})
        and (expected_on < ($now at time zone 'Asia/Tokyo')::date or exists (
          select from carrier_exchange e where e.order_no = o.order_no and e.state in ('requested', 'sent', 'unknown')))`,
    },
  }) satisfies Findings

/**
 * The laws of contracts and procedures, by queries on the tables: a law holds where its query has no rows. All tasks that
 * were due by `now` must have run before.
 */
export async function brokenProcedureLaws(
  db: Db,
  procedures: Registry,
  now: Instant,
): Promise<BrokenLaw[]> {
  const broken = await brokenTables(db, procedures)
  for (const some of procedureLaws(procedures, now))
    broken.push(...(await findBrokenLaws(db, some)))
  return broken
}

/** Those every contract keeps to, and those each procedure declares. */
export const procedureLaws = (procedures: Registry, now: Instant) => [
  lawsOn(procedures, toTokyoDate(now)),
  ...procedures.all.map((procedure) => procedure.laws),
]

/** Every order is closed exactly when its state is terminal. Of each kind of fault one order is named. */
export async function brokenTables(db: Db, procedures: Registry): Promise<BrokenLaw[]> {
  const kinds = await db
    .selectFrom('procedure_order')
    .distinctOn(['procedure', 'state', sql`closed_at is null`])
    .select(['contract_id', 'order_no', 'procedure', 'state', 'closed_at'])
    .orderBy('procedure')
    .orderBy('state')
    .orderBy(sql`closed_at is null`)
    .execute()
  return kinds
    .filter((order) => {
      const procedure = procedures.of(order)
      return (
        !procedure.isState(order.state) ||
        procedure.isOver(order.state) !== (order.closed_at !== null)
      )
    })
    .map((order) => ({
      law: 'an order is closed exactly when it is over',
      contract_id: order.contract_id,
      what: order.order_no,
      found: `${order.procedure} ${order.state} ${String(order.closed_at)}`,
    }))
}

const isOver = `c.status in ('terminated', 'initial_cancelled', 'ported_out', 'withdrawn')`

const lawsOn = (procedures: Registry, today: TokyoDate) => ({
  'the events of an order lead to its state': `
    select o.contract_id, o.order_no as what, o.state || ' after ' || string_agg(e.state, ',' order by e.sequence) as found
    from procedure_order o left join order_event e using (contract_id, order_no)
    group by o.contract_id, o.order_no, o.state, o.version
    having count(e.sequence) <> o.version or max(e.sequence) <> o.version
      or (array_agg(e.state order by e.sequence desc))[1] <> o.state`,

  // Position 1 decides the price; an ended line may be between the others.
  'the first line lives while any does, and each line has a place of its own': `
    select contract_id, string_agg(line_id, ',') as what, string_agg(position || ' ' || status, ',' order by position) as found
    from line group by contract_id
    having count(distinct position) <> count(*)
      or (bool_or(status <> 'ended') and min(position) filter (where status <> 'ended') <> 1)`,

  'a contract that is over has nothing left': `
    select c.contract_id, coalesce(l.line_id, o.order_no) as what, coalesce(l.status, o.procedure) as found
    from contract c
    left join line l on l.contract_id = c.contract_id and l.status <> 'ended'
    left join procedure_order o on o.contract_id = c.contract_id and o.closed_at is null
      and o.procedure in (${quoted(procedures.namesWhere(({ outlivesContract }) => !outlivesContract))})
    where ${isOver} and (l.line_id is not null or o.order_no is not null)`,

  'what ends with its line is over once the line is': `
    select o.contract_id, o.order_no as what, o.procedure || ' ' || o.state as found
    from procedure_order o join line l using (contract_id, line_id)
    where o.closed_at is null and l.status = 'ended'
      and o.procedure in (${quoted(procedures.namesWhere(({ endsWithLine }) => endsWithLine))})`,

  'a contract without lines is over': `
    select c.contract_id, c.status as what, 'no line lives' as found from contract c
    where c.status in ('active', 'suspended', 'cancel_reserved')
      and not exists (select 1 from line l where l.contract_id = c.contract_id and l.status <> 'ended')`,

  'nothing that was due is left undone': `
    select contract_id, order_no as what, procedure || ' on ' || effective_on as found
    from procedure_order
    where closed_at is null and state in ('reserved', 'awaiting_succession') and effective_on is not null
      and ((procedure in (${quoted(carriedOut(procedures, 'onItsDay'))}) and effective_on <= '${today}')
        or (procedure in (${quoted(carriedOut(procedures, 'afterItsDay'))}) and effective_on <= '${addDays(today, -1)}'))
      -- A contract about to go on with an heir ends nothing meanwhile.
      and not exists (${takeoverAhead} and s.contract_id = procedure_order.contract_id)`,

  'of one kind, one is under way': `
    select contract_id, coalesce(line_id, procedure) as what, string_agg(order_no, ',') as found
    from procedure_order
    where closed_at is null and procedure in (${quoted(procedures.all.flatMap(({ oneAtATime }) => oneAtATime))})
      and state not in (${quoted(makesRoom)})
    group by contract_id, procedure, line_id having count(*) > 1`,

  'at most three lines, and more than one only of a size to share': `
    select c.contract_id, c.plan_code::text as what, count(*) || ' lines' as found
    from contract c join line l on l.contract_id = c.contract_id and l.status <> 'ended'
    group by c.contract_id, c.plan_code
    having count(*) > 3 or (count(*) > 1 and c.plan_code < 18)`,

  'what is held is under way': `
    select h.account_id as contract_id, h.order_no as what, h.operation || ' held' as found
    from hold h
    where h.state in ('held', 'needs_confirmation') and not exists (select from procedure_order o where o.contract_id = h.contract_id
        and o.order_no = h.order_no and o.closed_at is null)
      and not exists (select from profile_edit e where e.account_id = h.account_id
        and e.edit_no = h.order_no and e.decided_at is null)
    union all
    select contract_id, order_no, state || ' until ' || held_until from procedure_order
    where held_until is not null and closed_at is not null
    union all
    select account_id, edit_no, state || ' until ' || held_until from profile_edit
    where held_until is not null and decided_at is not null`,

  'a charge is booked once for an order': `
    select contract_id, source_ref as what, count(*)::text as found
    from booked_charge group by contract_id, source_ref having count(*) > 1`,

  'every notice that is mailed has its mail': `
    select n.account_id as contract_id, n.source_ref as what, n.title as found
    from notice n left join mail_message m on m.source_ref = n.account_id || ':' || n.source_ref
    where n.mailed and m.mail_id is null`,
})

function carriedOut(procedures: Registry, when: 'onItsDay' | 'afterItsDay') {
  return procedures.namesWhere(({ carriedOut: one }) => one === when)
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
