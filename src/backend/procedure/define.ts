import { z } from 'zod'
import { findOrder, type OrderKey, type OrderRow } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Charge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import type { Machine } from '#domain/machine.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { DeadlineKind } from '#vocabulary/deadline.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'
import { operationLabels, type OrderProcedure } from '#vocabulary/operation.ts'
import type { LineKind } from '#vocabulary/line.ts'
import type { StateWords } from '#vocabulary/state-words.ts'
import {
  advanceOrder,
  findOpenOrdersIn,
  openOrder,
  patchOrder,
  type NewOrder,
  type OrderDates,
  type OrderStep,
} from './orders.ts'

/** A line of 「これからの流れ」: a sentence and, where it has one, its date or instant on the wire. */
const nextStepSchema = z.object({ text: z.string(), on: z.string().optional() })

/** What every order may keep; each procedure adds its own fields. */
export const commonDetails = z.object({
  /** The lines concerned, where they are more than the order's own line. */
  lineIds: z.array(z.string()).optional(),
  /** The estimate as it was confirmed, without phone numbers (wire Estimate). */
  estimate: z.unknown().optional(),
  nextSteps: z.array(nextStepSchema).optional(),
})

/** An order as its own procedure reads it: a state of its table and details of its schema. */
export type Order<Name extends OrderProcedure, State extends string, Details> = Omit<
  OrderRow,
  'procedure' | 'state' | 'details'
> & {
  readonly procedure: Name
  readonly state: State
  readonly details: Details
}

/** Asked of somebody else and not answered yet; `since` where it is a step of its own in the timeline. */
export type Pending = { key: string; label: string; sentence: string; since?: Instant }

/** A date that matters to the member, before it is written for the wire or a calendar. */
export type DateToKnow = {
  kind: DeadlineKind
  title: string
  message: string
  /** A day as a whole, or an instant until which (exclusive) something can be done. */
  at: TokyoDate | Instant
  path: string
  lineId?: string | undefined
  orderNo?: string | undefined
}

/** What a booking ends; without `lastDay` it still waits for its day. */
export type Ending = { lines: 'all' | readonly string[]; lastDay?: TokyoDate | undefined }

/** A line in a document: its number as it is printed. */
export type TermsLine = { number: string; kind: LineKind }

/** What a change document says of the change itself, and what it cost once. */
export type TermsChange = {
  rows: readonly { label: string; value: string }[]
  costs: readonly Charge[]
}

/** What only some orders have on their page (wire OrderDetail). */
export type OrderExtras = {
  tracking?: { carrierName: string; trackingNo: string }
  switchAt?: string
  switchHours?: string[]
  canSwitchOver?: boolean
  waitsForIdentity?: boolean
  esim?: { lineId: string; ready: boolean }
  replaced?: { orderNo: string; title: string }
}

type Definition<
  Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Record<string, unknown>>,
  Own = Order<Name, State, z.output<Schema>>,
> = {
  /** Procedures that share a state table and a way of being carried out are one module. */
  names: readonly Name[]
  machine: Machine<State, Event>
  /** The only schema of `procedure_order.details` for these procedures. */
  details: Schema
  /** States in which an order is over although its table goes on: the thing may be had again by another order. */
  over?: readonly NoInfer<State>[]
  /** The states of an order that nothing comes between, first to last. */
  course: (order: Own) => readonly State[]
  /** Label and sentence of a state, where they differ from the table's. */
  words?: (order: Own, state: State) => StateWords | undefined
  title?: (order: Own) => string
  pending?: (order: Own) => Pending | undefined
  /** The next date the member may wait for, of an open order; by default the day it should be over. */
  next?: (order: Own) => { label: string; on: string } | undefined
  /** What the member has to do now, of an open order. */
  todo?: (order: Own) => string | undefined
  /** When the last step of the course is expected, of an open order (wire DateOrInstant); by default its own day. */
  finishesOn?: (order: Own) => string | undefined
  deadlines?: (order: Own) => readonly DateToKnow[]
  /** Until when it can be begun, without any order of it: only while it may be, a closed door has no closing time. */
  closing?: (facts: ContractFacts, now: Instant) => readonly DateToKnow[]
  /** Booked for a date and carried out by itself: its title, and the page on which it can be undone. */
  booking?: (order: Own) => { title: string; path: string } | undefined
  /** Whether an order can be taken back by the member on the order's own page. */
  mayCancel?: (order: Own, now: Instant) => PermissionAnswer
  extras?: (order: Own, now: Instant) => OrderExtras
  /** The lines that end when this booking falls due. */
  ending?: (order: Own) => Ending | undefined
  /** Steps that close the order when its contract has ended. */
  whenContractEnded?: (order: Own) => readonly Event[]
  /** The step that closes the order when all the lines it would have ended have been ported out. */
  whenLinesPortedOut?: Event
  /** The step that closes the order when its line has ended otherwise, and what is then forgotten. */
  whenLineEnded?: { event: Event; merge?: Patch<z.input<Schema>> }
  /** Those by which the contract's terms change, so that a change document is issued (契約変更書面). */
  changesTerms?: readonly NoInfer<Name>[]
  /** What that document says of it; `lines` are those the order concerns. */
  termsChange?: (order: Own, lines: readonly TermsLine[], book: PriceBook) => TermsChange
  /** Those that add a line, which has neither number nor name until it is switched on. */
  addsLine?: readonly NoInfer<Name>[]
  /** The carrier carries it out: an order without an end for a day is listed for somebody to look at. */
  carrierServed?: boolean
  /** Booked for a date, it is carried out on that day or, being the last day of something, after it. */
  carriedOut?: 'onItsDay' | 'afterItsDay'
  /** It goes on to its own end when its contract has ended. */
  outlivesContract?: boolean
  /** Those of which a line, or the contract, has one under way at the most. */
  oneAtATime?: readonly NoInfer<Name>[]
  /** What holds of the tables because of it: a query by the name of each law, whose rows break it (see invariants.ts). */
  laws?: Readonly<Record<string, string>>
}

/** A procedure as lists over all procedures use it: every question takes the row as the database holds it. */
export type AnyProcedure = {
  readonly names: readonly OrderProcedure[]
  readonly isState: (state: string) => boolean
  readonly isOver: (state: string) => boolean
  readonly course: (row: OrderRow) => readonly string[]
  readonly words: (row: OrderRow, state: string) => StateWords
  readonly title: (row: OrderRow) => string
  readonly pending: (row: OrderRow) => Pending | undefined
  readonly next: (row: OrderRow) => { label: string; on: string } | undefined
  readonly todo: (row: OrderRow) => string | undefined
  readonly finishesOn: (row: OrderRow) => string | undefined
  readonly deadlines: (row: OrderRow) => readonly DateToKnow[]
  readonly closing: (facts: ContractFacts, now: Instant) => readonly DateToKnow[]
  readonly booking: (row: OrderRow) => { title: string; path: string } | undefined
  readonly mayCancel: (row: OrderRow, now: Instant) => PermissionAnswer | undefined
  readonly extras: (row: OrderRow, now: Instant) => OrderExtras
  readonly ending: (row: OrderRow) => Ending | undefined
  readonly closeWithContract: (tx: Db, row: OrderRow, reason: string, now: Instant) => Promise<void>
  readonly closePortedOut: (tx: Db, row: OrderRow, now: Instant) => Promise<void>
  readonly closeWithLine: (tx: Db, row: OrderRow, now: Instant) => Promise<void>
  readonly addsLine: (row: OrderRow) => boolean
  readonly changesTerms: readonly OrderProcedure[]
  readonly termsChange: (row: OrderRow, lines: readonly TermsLine[], book: PriceBook) => TermsChange
  readonly carrierServed: boolean
  readonly carriedOut: 'onItsDay' | 'afterItsDay' | undefined
  readonly outlivesContract: boolean
  readonly oneAtATime: readonly OrderProcedure[]
  readonly laws: Readonly<Record<string, string>>
}

/**
 * Declares a procedure once: its state table, what an order of it keeps, and every fact that lists, timelines, deadlines
 * and endings need of it. Events and details are typed from the state table and the schema to the database call.
 */
export function defineProcedure<
  const Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Record<string, unknown>, Record<string, unknown>>,
>(definition: Definition<Name, State, Event, Schema>) {
  type Own = Order<Name, State, z.output<Schema>>
  const { names, machine, details: schema } = definition

  const isOver = (state: string) =>
    machine.isState(state) &&
    (machine.isTerminal(state) || (definition.over?.includes(state) ?? false))

  function nameIn(row: OrderRow): Name | undefined {
    return names.find((name) => name === row.procedure)
  }

  /** Whether the order is one of this procedure's. */
  function owns(row: OrderRow): boolean {
    return nameIn(row) !== undefined
  }

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

  /** Orders of it in one of these states over all contracts, as the database holds them, those due first come first. */
  function findOpen(db: Db, states: readonly State[], dueOn?: TokyoDate): Promise<OrderRow[]> {
    return findOpenOrdersIn(db, names, states, dueOn)
  }

  /** Opens an order by the first event of the table; the caller holds the contract's lock. */
  function open(
    order: Omit<NewOrder, keyof By | 'procedure' | 'event' | 'details'> & {
      procedure: Name
      event: Event
      details: z.input<Schema>
    },
  ): Step<Own> {
    return async (tx, by) => read(await openOrder(tx, machine, { ...order, ...stepBy(by) }))
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
    return async (tx, by) =>
      read(
        await advanceOrder(
          tx,
          machine,
          isOver,
          { contractId: by.contractId, orderNo },
          {
            ...step,
            ...stepBy(by),
          },
        ),
      )
  }

  /** Changes what is known of an order without a step of its table (a chosen hour, a tracking number). */
  function patch(
    orderNo: string,
    change: { merge?: Patch<z.input<Schema>> } & OrderDates,
  ): Step<Own> {
    return async (tx, { contractId, now }) =>
      read(await patchOrder(tx, { contractId, orderNo }, { ...change, now }))
  }

  const asked =
    <Answer>(question: ((order: Own) => Answer) | undefined) =>
    (row: OrderRow): Answer | undefined =>
      question?.(read(row))

  const any: AnyProcedure = {
    names,
    isState: machine.isState,
    isOver,
    course: (row) => definition.course(read(row)),
    words(row, state) {
      const known = machine.isState(state) ? state : machine.initial
      return definition.words?.(read(row), known) ?? machine.words(known)
    },
    title: (row) => definition.title?.(read(row)) ?? operationLabels[row.procedure],
    pending: asked(definition.pending),
    next: (row) => (definition.next === undefined ? expectedEnd(row) : definition.next(read(row))),
    todo: asked(definition.todo),
    finishesOn: (row) =>
      definition.finishesOn === undefined ? ownDay(row) : definition.finishesOn(read(row)),
    deadlines: (row) => definition.deadlines?.(read(row)) ?? [],
    closing: definition.closing ?? (() => []),
    booking: asked(definition.booking),
    mayCancel: (row, now) => definition.mayCancel?.(read(row), now),
    extras: (row, now) => definition.extras?.(read(row), now) ?? {},
    ending: asked(definition.ending),
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
    addsLine: ({ procedure }) => definition.addsLine?.some((name) => name === procedure) ?? false,
    changesTerms: definition.changesTerms ?? [],
    termsChange: (row, lines, book) =>
      definition.termsChange?.(read(row), lines, book) ?? { rows: [], costs: [] },
    carrierServed: definition.carrierServed ?? false,
    carriedOut: definition.carriedOut,
    outlivesContract: definition.outlivesContract ?? false,
    oneAtATime: definition.oneAtATime ?? [],
    laws: definition.laws ?? {},
  }

  return { ...any, machine, owns, read, find, findOpen, open, advance, patch }
}

/** A step that is still to be taken: given to `commit.order`, or taken by itself where nothing is told of it. */
export type Step<Own> = (tx: Db, by: By) => Promise<Own>

/** What of the actor an order and its event keep. */
function stepBy({ contractId, actor, now }: By) {
  return { contractId, actor, now }
}

function bySystem({ contract_id: contractId }: OrderRow, now: Instant): By {
  return { actor: 'system', contractId, now }
}

/** A change of details: fields left out stay; null takes a field's value away where the schema allows it. */
type Patch<Details> = { [Field in keyof Details]?: Details[Field] }

function expectedEnd({ expected_on: on }: OrderRow) {
  return on === null ? undefined : { label: '完了の予定', on }
}

function ownDay({ effective_on, expected_on }: OrderRow): string | undefined {
  return effective_on ?? expected_on ?? undefined
}
