import { z } from 'zod'
import { findOrder, type OrderKey, type OrderRow } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { onHoldWords } from '#backend/hold/words.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatRfc3339, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { operationLabels, type OrderProcedure } from '#vocabulary/operation.ts'
import type {
  AnyProcedure,
  CalendarFacet,
  Definition,
  EndingFacet,
  ListFacet,
  Order,
  Patch,
  Pending,
  StateFacet,
  TermsFacet,
} from './definition.ts'
import {
  advanceOrder,
  findOpenOrdersIn,
  openOrder,
  patchOrder,
  refuseSecond,
  type NewOrder,
  type OrderDates,
  type OrderStep,
} from './orders.ts'

export type { Order } from './definition.ts'

/** A line of 「これからの流れ」: a sentence and, where it has one, its date or instant on the wire. */
const nextStepSchema = z.object({ text: z.string(), on: z.string().optional() })

/** What every order may store; each procedure adds its own fields. */
export const commonDetails = z.object({
  /** The lines concerned, where they are more than the order's own line. */
  lineIds: z.array(z.string()).optional(),
  /** The estimate as it was confirmed, without phone numbers (wire Estimate). */
  estimate: z.unknown().optional(),
  nextSteps: z.array(nextStepSchema).optional(),
  /** False for an order that gets no change document, though others of its procedure do: it changes nothing they say. */
  changesTerms: z.boolean().optional(),
  /** It was put on hold because staff asked for it on behalf, and not for a new device. */
  onHoldByStaff: z.boolean().optional(),
})

type Row = Record<string, unknown>
type Read<Own> = (row: OrderRow) => Own
/**
 * Declares a procedure once: its state table, what an order of it stores, and every fact that lists, timelines, deadlines
 * and endings need of it. Events and details are typed from the state table and the schema to the database call.
 */
export function defineProcedure<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(definition: Definition<Name, State, Event, Schema>) {
  const stored = storedOrders(definition)
  const facets: AnyProcedure = {
    ...stateFacet(definition),
    ...listFacet(definition, stored.read),
    ...calendarFacet(definition, stored.read),
    ...endingFacet(definition, stored),
    ...termsFacet(definition, stored.read),
  }
  return { ...facets, machine: definition.machine, ...stored }
}

/** How orders of the procedure are read and written. */
function storedOrders<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(definition: Definition<Name, State, Event, Schema>) {
  type Own = Order<Name, State, z.output<Schema>>
  const { names, machine, details: schema } = definition
  const { isOver } = stateFacet(definition)
  const nameIn = (row: OrderRow) => names.find((name) => name === row.procedure)

  /** Whether the order is one of this procedure's. */
  const owns = (row: OrderRow): boolean => nameIn(row) !== undefined

  /** The row in this procedure's own types. @throws Error for a row that breaks its table or schema: a defect. */
  function read(row: OrderRow): Own {
    const procedure = nameIn(row)
    const { state } = row
    if (procedure === undefined || !machine.isState(state))
      throw new Error(`Order ${row.order_no} is ${row.procedure} ${state}, not of ${machine.name}`)
    return { ...row, procedure, state, details: schema.parse(row.details) }
  }

  /** @throws RefusalError NOT_FOUND for another member's order and for one of another procedure. */
  async function find(db: Db, { contractId, orderNo }: OrderKey): Promise<Own> {
    const row = await findOrder(db, contractId, orderNo)
    if (!owns(row)) throw new RefusalError('NOT_FOUND')
    return read(row)
  }

  /** Orders of it in one of these states over all contracts, as the database holds them, the earliest day first. */
  function findOpen(db: Db, states: readonly State[], byDay?: TokyoDate): Promise<OrderRow[]> {
    return findOpenOrdersIn(db, names, states, byDay)
  }

  /** Opens an order by the first event of the table; the caller holds the contract's lock. */
  function open(
    order: Omit<NewOrder, keyof By | 'procedure' | 'event' | 'details'> & {
      procedure: Name
      event: Event
      details: z.input<Schema>
    },
  ): Step<Own> {
    return async (tx, by) => {
      if (definition.oneAtATime?.includes(order.procedure))
        await refuseSecond(tx, { ...order, contractId: by.contractId })
      return read(await openOrder(tx, machine, isOver, { ...order, ...stepBy(by) }))
    }
  }

  /**
   * Takes one step of the state table; a final state closes the order.
   * @throws RefusalError WRONG_STATE or WRONG_ACTOR when the table has no such step from here for this actor.
   */
  function advance(
    orderNo: string,
    step: Omit<OrderStep, keyof By | 'event' | 'merge'> & {
      event: Event
      merge?: Patch<z.input<Schema>> | undefined
    },
  ): Step<Own> {
    return async (tx, by) => {
      const key = { contractId: by.contractId, orderNo }
      return read(await advanceOrder(tx, machine, isOver, key, { ...step, ...stepBy(by) }))
    }
  }

  /** Changes what is known of an order without a step of its table (a chosen hour, a tracking number). */
  function patch(
    orderNo: string,
    change: { merge?: Patch<z.input<Schema>> } & OrderDates,
  ): Step<Own> {
    return async (tx, { contractId, now }) =>
      read(await patchOrder(tx, { contractId, orderNo }, { ...change, now }))
  }

  return { owns, read, find, findOpen, open, advance, patch }
}

function stateFacet<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>({ machine, ...definition }: Definition<Name, State, Event, Schema>): StateFacet {
  return {
    names: definition.names,
    isState: machine.isState,
    stateLabel: (state) => (machine.isState(state) ? machine.words(state).label : state),
    isOver: (state) =>
      machine.isState(state) &&
      (machine.isTerminal(state) || (definition.over?.includes(state) ?? false)),
    oneAtATime: definition.oneAtATime ?? [],
    holdHours: definition.holdHours,
    carrierServed: definition.carrierServed ?? false,
    carriedOut: definition.carriedOut,
    outlivesContract: definition.outlivesContract ?? false,
    laws: definition.laws ?? {},
    sealed(row) {
      // Of details that break their schema, a defect of its own, nothing is known: what is sealed there stays as it is.
      const { data } = definition.details.safeParse(row.details)
      return data === undefined ? [] : (definition.sealed?.({ ...row, details: data }) ?? [])
    },
  }
}

function listFacet<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(
  { machine, ...definition }: Definition<Name, State, Event, Schema>,
  read: Read<Order<Name, State, z.output<Schema>>>,
): ListFacet {
  return {
    course: (row) => definition.course(read(row)),
    words(row, state) {
      const known = machine.isState(state) ? state : machine.initial
      return definition.words?.(read(row), known) ?? machine.words(known)
    },
    title: (row) => definition.title?.(read(row)) ?? operationLabels[row.procedure],
    pending: (row) => onHold(row) ?? definition.pending?.(read(row)),
    next(row) {
      if (row.held_until !== null)
        return {
          label: isOnHoldByStaff(row) ? '保留の期限' : '手続きが進む日時',
          on: formatRfc3339(row.held_until),
        }
      return definition.next === undefined ? expectedEnd(row) : definition.next(read(row))
    },
    todo: (row) => definition.todo?.(read(row)),
    awaitsOtherSim: (row) => definition.awaitsOtherSim?.(read(row)) ?? false,
    page: (row) => definition.page?.(read(row)),
    finishesOn: (row) =>
      definition.finishesOn === undefined ? ownDay(row) : definition.finishesOn(read(row)),
    mayCancel: (row, now) => definition.mayCancel?.(read(row), now),
    extras: (row, now, lastDay) => definition.extras?.(read(row), now, lastDay) ?? {},
    addsLine: ({ procedure }) => definition.addsLine?.some((name) => name === procedure) ?? false,
  }
}

function calendarFacet<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(
  definition: Definition<Name, State, Event, Schema>,
  read: Read<Order<Name, State, z.output<Schema>>>,
): CalendarFacet {
  return {
    deadlines: (row) => definition.deadlines?.(read(row)) ?? [],
    closing: definition.closing ?? (() => []),
    booking: (row) => definition.booking?.(read(row)),
  }
}

function endingFacet<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(
  definition: Definition<Name, State, Event, Schema>,
  {
    read,
    advance,
  }: Pick<ReturnType<typeof storedOrders<Name, State, Event, Schema>>, 'read' | 'advance'>,
): EndingFacet {
  return {
    ending: (row) => definition.ending?.(read(row)),
    endsWithLine: definition.whenLineEnded !== undefined,
    async closeWithContract(tx, row, reason, now) {
      for (const event of definition.whenContractEnded?.(read(row)) ?? [])
        await advance(row.order_no, { event, details: { reason } })(tx, bySystem(row, now))
    },
    async closePortedOut(tx, row, now) {
      const event = definition.whenLinesPortedOut
      if (event !== undefined) await advance(row.order_no, { event })(tx, bySystem(row, now))
    },
    async closeWithLine(tx, row, now) {
      const step = definition.whenLineEnded
      if (step !== undefined)
        await advance(row.order_no, { ...step, expectedOn: null })(tx, bySystem(row, now))
    },
  }
}

function termsFacet<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Row, Row>,
>(
  definition: Definition<Name, State, Event, Schema>,
  read: Read<Order<Name, State, z.output<Schema>>>,
): TermsFacet {
  return {
    changesTerms: definition.changesTerms ?? [],
    termsChange: (row, lines, book) =>
      definition.termsChange?.(read(row), lines, book) ?? { rows: [], costs: [] },
    bringsLine: ({ procedure }) =>
      definition.bringsLine?.some((name) => name === procedure) ?? false,
  }
}

/** A step that is still to be taken: given to `takeOrderStep`, or taken by itself where the member gets no message. */
export type Step<Own> = (tx: Db, by: By) => Promise<Own>

/** What an order and its event store of who acts. */
function stepBy({ contractId, actor, now, staffId, caseNo }: By) {
  return { contractId, actor, now, staffId, caseNo }
}

function bySystem({ contract_id: contractId }: OrderRow, now: Instant): By {
  return { actor: 'system', contractId, now }
}

/** While an order is on hold, its lists and its timeline say so. */
function onHold(row: OrderRow): Pending | undefined {
  const { held_until: until, requested_at: since, procedure } = row
  if (until === null) return undefined
  return { key: 'held', since, ...onHoldWords(procedure, until, isOnHoldByStaff(row)) }
}

/** Then nothing goes on at the end of the hold, unless a second person of the staff has confirmed it. */
export const isOnHoldByStaff = ({ details }: { readonly details: unknown }): boolean =>
  commonDetails.parse(details).onHoldByStaff ?? false

function expectedEnd({ expected_on: on }: OrderRow) {
  return on === null ? undefined : { label: '完了の予定', on }
}

function ownDay({ effective_on, expected_on }: OrderRow): string | undefined {
  return effective_on ?? expected_on ?? undefined
}
