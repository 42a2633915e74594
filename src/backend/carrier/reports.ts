import { z } from 'zod'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { columnsOf, findRow, insertIfNew } from '#backend/db/rows.ts'
import type { CarrierOrderEvent } from '#backend/ports/carrier.ts'

/** Which order of ours an id of the carrier's belongs to. */
export type OrderedExchange = {
  contractId: string
  orderNo: string
  exchangeId: string
  /** Kind of the order at the carrier: `issue-sim`, `switch-over`, `mnp-number`. */
  kind: string
}

export type Report = { kind: string; state: string; at: Temporal.Instant; facts: ReportFacts }
export type ReportFacts = Readonly<Record<string, unknown>>

export const factsAad = (exchangeId: string, eventId: string) =>
  `carrier_report.facts:${exchangeId}:${eventId}`
const facts = z.record(z.string(), z.unknown())
const request = z.object({ type: z.string(), kind: z.string().optional() })

/** Undefined for an id that is none of ours, and for commands, which belong to no order. */
async function findOrderedExchange(
  db: Db,
  exchangeId: string,
): Promise<OrderedExchange | undefined> {
  const row = await findRow(
    db,
    'carrier_exchange',
    { exchange_id: exchangeId },
    'contract_id',
    'order_no',
    'request',
  )
  if (!row?.order_no) return undefined
  const { contract_id: contractId, order_no: orderNo } = row
  return { contractId, orderNo, exchangeId, kind: kindOf(row.request) }
}

/**
 * The events that are news. Known ones were read in the transaction that kept them, so that a poll which brings none
 * has nothing to do.
 */
async function newEventsOf(
  db: Db,
  { contractId, exchangeId }: OrderedExchange,
  events: readonly CarrierOrderEvent[],
): Promise<CarrierOrderEvent[]> {
  const known = await columnsOf(db, 'carrier_report', ['event_id'], {
    contract_id: contractId,
    exchange_id: exchangeId,
  })
  const ids = new Set(known.map((row) => row.event_id))
  return events.filter((event) => !ids.has(event.eventId))
}

/** Keeps what was not known yet; a second arrival changes nothing. */
export async function keepReports(
  tx: Db,
  sealing: Sealing,
  exchange: OrderedExchange,
  events: readonly CarrierOrderEvent[],
  now: Temporal.Instant,
) {
  const { contractId, orderNo, exchangeId } = exchange
  for (const event of events) {
    await insertIfNew(tx, 'carrier_report', {
      contract_id: contractId,
      order_no: orderNo,
      exchange_id: exchangeId,
      event_id: event.eventId,
      state: event.state,
      at: Temporal.Instant.from(event.at),
      facts_sealed: sealing.seal(factsAad(exchangeId, event.eventId), JSON.stringify(event.facts)),
      received_at: now,
    })
  }
}

/**
 * Takes the carrier's events of an area's own orders, whether it reports them or is asked: what is news is kept, and the
 * order moved on in the same transaction.
 */
export function createEventTaker(
  deps: { database: DatabaseHandle; sealing: Sealing; now: () => Temporal.Instant },
  ownKinds: readonly string[],
  advance: (tx: Db, exchange: OrderedExchange, now: Temporal.Instant) => Promise<void>,
) {
  const { database, sealing } = deps
  return async (exchangeId: string, events: readonly CarrierOrderEvent[]) => {
    const exchange = await findOrderedExchange(database.db, exchangeId)
    if (!exchange || !ownKinds.includes(exchange.kind)) return
    const news = await newEventsOf(database.db, exchange, events)
    if (news.length === 0) return
    const now = deps.now()
    await database.db.transaction().execute(async (tx) => {
      await keepReports(tx, sealing, exchange, news, now)
      await advance(tx, exchange, now)
    })
  }
}

export type EventTaker = ReturnType<typeof createEventTaker>

/** All that is known of an order, in the order in which it happened, not in which it arrived. */
export async function findReports(
  db: Db,
  sealing: Sealing,
  { contractId, orderNo }: { contractId: string; orderNo: string },
): Promise<Report[]> {
  const rows = await db
    .selectFrom('carrier_report as report')
    .innerJoin('carrier_exchange as exchange', 'exchange.exchange_id', 'report.exchange_id')
    .select([
      'report.exchange_id',
      'report.event_id',
      'report.state',
      'report.at',
      'report.facts_sealed',
      'exchange.request',
    ])
    .where('report.contract_id', '=', contractId)
    .where('report.order_no', '=', orderNo)
    .orderBy('report.at')
    .orderBy('report.received_at')
    .execute()
  return rows.map((row) => ({
    kind: kindOf(row.request),
    state: row.state,
    at: row.at,
    facts: facts.parse(
      JSON.parse(sealing.open(factsAad(row.exchange_id, row.event_id), row.facts_sealed)),
    ),
  }))
}

/** A fact of the reports by its name, the latest word. */
export function factOf(reports: readonly Report[], name: string): string | undefined {
  const found = reports.findLast((report) => typeof report.facts[name] === 'string')?.facts[name]
  return typeof found === 'string' ? found : undefined
}

function kindOf(stored: unknown): string {
  const { type, kind } = request.parse(stored)
  return kind ?? type
}
