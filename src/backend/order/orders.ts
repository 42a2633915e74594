import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { OrderTables } from '#backend/db/tables/order.ts'
import { Refusal } from '#backend/refusal.ts'
import type { Actor } from '#domain/machine.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { orderMachines, type OrderProcedure } from './order-machines.ts'

export type OrderRow = Selectable<OrderTables['procedure_order']>
export type OrderEventRow = Selectable<OrderTables['order_event']>

/** `effectiveOn`: first day under the new conditions, or the last day of service for what ends. */
export type OrderDates = {
  effectiveOn?: TokyoDate | null
  /** Exclusive. */
  undoUntil?: Temporal.Instant | null
  /** When the step under way should be over: becomes `freeFrom` of what it blocks. */
  expectedOn?: TokyoDate | null
}

type Details = Record<string, unknown>

/**
 * Opens an order by the first event of its state table (`ordered`, `booked`, `requested`, `submitted`).
 * Of `details` these keys are read by others: `lineIds` (lines concerned, where more than `lineId`), `estimate` (as it
 * was confirmed), `nextSteps` (for the receipt), `issuedOn` (of an MNP number), `tracking`, `switchAt`.
 * @returns the order number, readable aloud. The caller holds the lock of the contract.
 */
export async function openOrder(
  tx: Db,
  order: {
    contractId: string
    lineId?: string
    procedure: OrderProcedure
    event: string
    actor: Actor
    now: Temporal.Instant
    details?: Details
  } & OrderDates,
): Promise<string> {
  const machine = orderMachines[order.procedure]
  const begun = machine.next(machine.initial, order.event, order.actor)
  if (!begun.ok) throw new Refusal(begun.code, { facts: begun.facts })
  const orderNo = newReadableNo('A')
  await tx
    .insertInto('procedure_order')
    .values({
      contract_id: order.contractId,
      order_no: orderNo,
      line_id: order.lineId ?? null,
      procedure: order.procedure,
      state: begun.value,
      details: JSON.stringify(order.details ?? {}, withoutNumber),
      requested_at: order.now,
      changed_at: order.now,
      closed_at: null,
      effective_on: order.effectiveOn ?? null,
      undo_until: order.undoUntil ?? null,
      expected_on: order.expectedOn ?? null,
    })
    .execute()
  await appendEvent(tx, order.contractId, orderNo, {
    sequence: 1,
    at: order.now,
    actor: order.actor,
    event: order.event,
    state: begun.value,
  })
  return orderNo
}

/** A phone number stays sealed in its line; who shows the order reads it from there (`toWireDetail`). */
function withoutNumber(key: string, value: unknown): unknown {
  return key === 'number' ? undefined : value
}

export type OrderStep = {
  event: string
  actor: Actor
  now: Temporal.Instant
  /** When it happened, where that is not now (a report that came late). */
  at?: Temporal.Instant
  /** Kept with the event: tracking number, reason. */
  details?: Details
  /** Merged into the order's own details. */
  merge?: Details
} & OrderDates

/**
 * Takes one step of the state table; a final state closes the order.
 * @throws Refusal WRONG_STATE or WRONG_ACTOR when the table has no such step from here for this actor.
 */
export async function advanceOrder(
  tx: Db,
  { contractId, orderNo }: { contractId: string; orderNo: string },
  step: OrderStep,
): Promise<OrderRow> {
  const row = await tx
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('NOT_FOUND')
  const machine = machineOf(row)
  const reached = machine.next(row.state, step.event, step.actor)
  if (!reached.ok) throw new Refusal(reached.code, { facts: reached.facts })
  const updated = await tx
    .updateTable('procedure_order')
    .set((eb) => ({
      state: reached.value,
      details: JSON.stringify({ ...row.details, ...step.merge }),
      changed_at: step.now,
      closed_at: machine.isTerminal(reached.value) ? step.now : null,
      version: eb('version', '+', 1),
      ...(step.effectiveOn === undefined ? {} : { effective_on: step.effectiveOn }),
      ...(step.undoUntil === undefined ? {} : { undo_until: step.undoUntil }),
      ...(step.expectedOn === undefined ? {} : { expected_on: step.expectedOn }),
    }))
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(tx, contractId, orderNo, {
    sequence: updated.version,
    at: step.at ?? step.now,
    actor: step.actor,
    event: step.event,
    state: reached.value,
    ...(step.details === undefined ? {} : { details: step.details }),
  })
  return updated
}

/** Changes what is known of an order without a step of its table (a chosen hour, an address). */
export async function noteOnOrder(
  tx: Db,
  { contractId, orderNo }: { contractId: string; orderNo: string },
  note: { merge?: Details; now: Temporal.Instant } & OrderDates,
): Promise<OrderRow> {
  const row = await findOrder(tx, contractId, orderNo)
  return tx
    .updateTable('procedure_order')
    .set({
      details: JSON.stringify({ ...row.details, ...note.merge }),
      changed_at: note.now,
      ...(note.effectiveOn === undefined ? {} : { effective_on: note.effectiveOn }),
      ...(note.undoUntil === undefined ? {} : { undo_until: note.undoUntil }),
      ...(note.expectedOn === undefined ? {} : { expected_on: note.expectedOn }),
    })
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws Refusal NOT_FOUND also for another member's order. */
export async function findOrder(db: Db, contractId: string, orderNo: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Every order that is not over, the oldest first. */
export async function findOpenOrders(db: Db, contractId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('closed_at', 'is', null)
    .orderBy('requested_at')
    .orderBy('order_no')
    .execute()
}

/** The last order of a procedure, open or over. */
export async function findLatestOrder(
  db: Db,
  contractId: string,
  procedure: OrderProcedure,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('procedure', '=', procedure)
    .orderBy('requested_at', 'desc')
    .orderBy('order_no', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Orders of a procedure that fall due on or before the date, over all contracts. */
export async function findDueOrders(
  db: Db,
  procedure: OrderProcedure,
  state: string,
  on: TokyoDate,
): Promise<{ contract_id: string; order_no: string }[]> {
  return db
    .selectFrom('procedure_order')
    .select(['contract_id', 'order_no'])
    .where('procedure', '=', procedure)
    .where('state', '=', state)
    .where('closed_at', 'is', null)
    .where('effective_on', '<=', on)
    .orderBy('effective_on')
    .orderBy('order_no')
    .execute()
}

export async function findOrderEvents(
  db: Db,
  contractId: string,
  orderNo: string,
): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_event')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .orderBy('sequence')
    .execute()
}

export function machineOf(row: OrderRow) {
  return orderMachines[procedureOf(row)]
}

export function procedureOf(row: OrderRow): OrderProcedure {
  return row.procedure
}

/** The lines an order concerns; none when it concerns the contract. */
export function linesOf(row: OrderRow): string[] {
  const { lineIds } = row.details
  if (Array.isArray(lineIds)) return lineIds.filter((one) => typeof one === 'string')
  return row.line_id === null ? [] : [row.line_id]
}

async function appendEvent(
  tx: Db,
  contractId: string,
  orderNo: string,
  event: {
    sequence: number
    at: Temporal.Instant
    actor: Actor
    event: string
    state: string
    details?: Details
  },
) {
  await tx
    .insertInto('order_event')
    .values({
      contract_id: contractId,
      order_no: orderNo,
      ...event,
      details: JSON.stringify(event.details ?? {}),
    })
    .execute()
}
