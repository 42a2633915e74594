import { sql } from 'kysely'
import type { OrderKey, OrderRow } from '#backend/contract/orders.ts'
import { staffOfChange } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { insertRow, updateRow } from '#backend/db/rows.ts'
import { endHold } from '#backend/hold/holds.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import type { Actor, Machine } from '#domain/machine.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'

/** `effectiveOn`: first day under the new conditions, or the last day of service for what ends. */
export type OrderDates = {
  effectiveOn?: TokyoDate | null | undefined
  /** Exclusive. */
  undoUntil?: Instant | null | undefined
  /** When the step under way should be over: becomes `freeFrom` of what it blocks. */
  expectedOn?: TokyoDate | null | undefined
}

type Details = Readonly<Record<string, unknown>>

/** Who of the staff took the step, and in which case. */
type OfStaff = { staffId?: string | undefined; caseNo?: string | undefined }

export type NewOrder = OfStaff & {
  contractId: string
  lineId?: string | undefined
  procedure: OrderProcedure
  event: string
  actor: Actor
  now: Instant
  details: Details
} & OrderDates

/**
 * Writes an order's first row and event; procedures call it as `procedure.open`. An order whose first step leads to a
 * terminal state is closed by it.
 */
export async function openOrder<State extends string, Event extends string>(
  tx: Db,
  machine: Machine<State, Event>,
  isOver: (state: State) => boolean,
  order: NewOrder & { event: Event },
): Promise<OrderRow> {
  const begun = machine.next(machine.initial, order.event, order.actor)
  if (!begun.ok) throw new RefusalError(begun)
  const orderNo = newReadableNo('A')
  const row = await tx
    .insertInto('procedure_order')
    .values({
      contract_id: order.contractId,
      order_no: orderNo,
      line_id: order.lineId ?? null,
      procedure: order.procedure,
      state: begun.value,
      details: JSON.stringify(order.details, withoutNames),
      requested_at: order.now,
      changed_at: order.now,
      closed_at: isOver(begun.value) ? order.now : null,
      effective_on: order.effectiveOn ?? null,
      undo_until: order.undoUntil ?? null,
      expected_on: order.expectedOn ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(tx, row, { ...order, at: order.now, details: {} })
  return row
}

/** In these states an order is open, and another of its kind may begin all the same: an MNP number that is no longer valid. */
export const makesRoom: readonly string[] = ['expired', 'cooldown']

/**
 * Guards `oneAtATime`. Commands ask the rules first, under the contract's lock, and give their reason; a command that
 * did not ask is stopped here.
 * @throws RefusalError CHANGED_MEANWHILE
 */
export async function refuseSecond(
  tx: Db,
  { contractId, lineId, procedure }: Pick<NewOrder, 'contractId' | 'lineId' | 'procedure'>,
): Promise<void> {
  const standing = await tx
    .selectFrom('procedure_order')
    .select('order_no')
    .where('contract_id', '=', contractId)
    .where('procedure', '=', procedure)
    .where('line_id', 'is not distinct from', lineId ?? null)
    .where('closed_at', 'is', null)
    .where('state', 'not in', makesRoom)
    .executeTakeFirst()
  if (standing !== undefined)
    throw new RefusalError({ code: 'CHANGED_MEANWHILE', blockedBy: standing.order_no })
}

/** A line's phone number and nickname stay sealed in its row; the order's page reads them from there. */
function withoutNames(key: string, value: unknown): unknown {
  return key === 'number' || key === 'nickname' ? undefined : value
}

export type OrderStep = OfStaff & {
  event: string
  actor: Actor
  now: Instant
  /** When it happened, where that was before now (a report that came late). */
  at?: Instant | undefined
  /** Stored with the event: tracking number, reason. */
  details?: Details | undefined
  /** Merged into the order's own details. */
  merge?: Details | undefined
} & OrderDates

/** Writes a further step of an order; procedures call it as `procedure.advance`. */
export async function advanceOrder<State extends string, Event extends string>(
  tx: Db,
  machine: Machine<State, Event>,
  isOver: (state: State) => boolean,
  key: OrderKey,
  step: OrderStep & { event: Event },
): Promise<OrderRow> {
  const row = await lockOrder(tx, key)
  const { state } = row
  if (!machine.isState(state)) throw new Error(`Order ${key.orderNo} is ${state}`)
  const reached = machine.next(state, step.event, step.actor)
  if (!reached.ok) throw new RefusalError(reached)
  const isClosing = isOver(reached.value)
  const updated = await tx
    .updateTable('procedure_order')
    .set((eb) => ({
      ...toDates(step),
      ...(isClosing && { held_until: null }),
      state: reached.value,
      details: JSON.stringify({ ...row.details, ...step.merge }),
      changed_at: step.now,
      closed_at: isClosing ? step.now : null,
      version: eb('version', '+', 1),
    }))
    .where('contract_id', '=', key.contractId)
    .where('order_no', '=', key.orderNo)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isClosing && row.held_until !== null) await endHold(tx, key.orderNo, step.now)
  await appendEvent(tx, updated, { ...step, at: step.at ?? step.now })
  return updated
}

/** Changes dates and details without a step; procedures call it as `procedure.patch`. */
export async function patchOrder(
  tx: Db,
  key: OrderKey,
  change: { merge?: Details; now: Instant } & OrderDates,
): Promise<OrderRow> {
  const row = await lockOrder(tx, key)
  return updateRow(
    tx,
    'procedure_order',
    { contract_id: key.contractId, order_no: key.orderNo },
    {
      ...toDates(change),
      details: JSON.stringify({ ...row.details, ...change.merge }),
      changed_at: change.now,
    },
  )
}

/** Sets until when the order is on hold, with details of the hold; null ends it. @returns the order; undefined where there is none */
export async function setHoldEnd(
  tx: Db,
  key: Pick<OrderRow, 'contract_id' | 'order_no'>,
  until: Instant | null,
  details: { readonly onHoldByStaff?: true } = {},
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('procedure_order')
    .set({
      held_until: until,
      details: sql`procedure_order.details || ${JSON.stringify(details)}::jsonb`,
    })
    .where('contract_id', '=', key.contract_id)
    .where('order_no', '=', key.order_no)
    .returningAll()
    .executeTakeFirst()
}

function lockOrder(tx: Db, key: OrderKey): Promise<OrderRow> {
  return tx
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', key.contractId)
    .where('order_no', '=', key.orderNo)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** Columns left undefined stay as they are. */
function toDates({ effectiveOn, undoUntil, expectedOn }: OrderDates) {
  return {
    effective_on: effectiveOn,
    undo_until: undoUntil,
    expected_on: expectedOn,
  }
}

async function appendEvent(
  tx: Db,
  row: OrderRow,
  event: OfStaff & { at: Instant; actor: Actor; event: string; details?: Details | undefined },
) {
  await insertRow(tx, 'order_event', {
    contract_id: row.contract_id,
    order_no: row.order_no,
    sequence: row.version,
    state: row.state,
    at: event.at,
    actor: event.actor,
    event: event.event,
    details: JSON.stringify(event.details ?? {}),
    ...staffOfChange(event),
  })
}

/** Open orders in one of these states over all contracts; with a day those whose effective date is not after it. */
export function findOpenOrdersIn(
  db: Db,
  procedures: readonly OrderProcedure[],
  states: readonly string[],
  byDay?: TokyoDate,
): Promise<OrderRow[]> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('procedure', 'in', [...procedures])
    .where('state', 'in', [...states])
    .$if(byDay !== undefined, (query) => query.where('effective_on', '<=', byDay ?? null))
    .orderBy('effective_on')
    .orderBy('changed_at')
    .orderBy('order_no')
    .execute()
}
