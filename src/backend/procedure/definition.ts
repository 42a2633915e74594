import type { z } from 'zod'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import type { SealedValue } from '#backend/db/sealing.ts'
import type { Charge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import type { Machine } from '#domain/machine.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { DeadlineKind } from '#vocabulary/deadline.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { LineKind } from '#vocabulary/line.ts'
import type { StateWords } from '#vocabulary/state-words.ts'

/** An order as its own procedure reads it: a state of its table and details of its schema. */
export type Order<Name extends OrderProcedure, State extends string, Details> = Omit<
  OrderRow,
  'procedure' | 'state' | 'details'
> & {
  readonly procedure: Name
  readonly state: State
  readonly details: Details
}

/** An order by which what is sealed in its details is bound to it. */
export type SealedOrder<Details> = {
  readonly contract_id: string
  readonly order_no: string
  readonly line_id: string | null
  readonly details: Details
}

/** An order that waits for somebody's answer; with `since` the waiting is a step of its own in the timeline. */
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

/** The lines that a booking ends; without `lastDay` its day is not known yet. */
export type Ending = { lines: 'all' | readonly string[]; lastDay?: TokyoDate | undefined }

/** A line in a document: its number as it is printed. */
export type TermsLine = { number: string; kind: LineKind }

/** What a change document says of the change itself, and what it cost once. */
export type TermsChange = {
  rows: readonly { label: string; value: string }[]
  costs: readonly Charge[]
}

/** The link to a page: its words and its address. */
export type OwnPage = { label: string; path: string }

/** What only some orders have on their page (wire OrderDetail). */
export type OrderExtras = {
  tracking?: { carrierName: string; trackingNo: string }
  switchAt?: string
  switchHours?: string[]
  canSwitchOver?: boolean
  waitsForIdentity?: boolean
  /** A number that does not come from another carrier: another reservation is asked for. */
  waitsForPortIn?: boolean
  esim?: { lineId: string; ready: boolean }
  replaced?: { orderNo: string; title: string }
}

export type Definition<
  Name extends OrderProcedure,
  State extends string,
  Event extends string,
  Schema extends z.ZodType<Record<string, unknown>>,
  Own = Order<Name, State, z.output<Schema>>,
> = {
  /** Procedures that share a state table and are carried out in the same way are one definition. */
  names: readonly Name[]
  machine: Machine<State, Event>
  /** The only schema of `procedure_order.details` for these procedures. */
  details: Schema
  /** Every value that is sealed in the details, with its associated data: by this list it is sealed anew. */
  sealed?: (order: SealedOrder<z.output<Schema>>) => readonly SealedValue[]
  /** States in which an order is closed although its table has further steps: another order may be made. */
  over?: readonly NoInfer<State>[]
  /** Hours for which an order from a new device is on hold; without it there is no hold. */
  holdHours?: number
  /** The states that an order passes when nothing goes wrong, first to last. */
  course: (order: Own) => readonly State[]
  /** Label and sentence of a state, where they differ from the table's. */
  words?: (order: Own, state: State) => StateWords | undefined
  title?: (order: Own) => string
  pending?: (order: Own) => Pending | undefined
  /** The next date of an open order that the member waits for; by default its expected end. */
  next?: (order: Own) => { label: string; on: string } | undefined
  /** What the member has to do now, of an open order. */
  todo?: (order: Own) => string | undefined
  /** Its next step hands the line to another SIM: that waits while staff have stopped the line for suspected misuse. */
  awaitsOtherSim?: (order: Own) => boolean
  /** A page beside the one that all orders have, where the member does what is to be done. */
  page?: (order: Own) => OwnPage
  /** When the last step of the course is expected, of an open order (wire DateOrInstant); by default its own day. */
  finishesOn?: (order: Own) => string | undefined
  deadlines?: (order: Own) => readonly DateToKnow[]
  /** Until when the procedure can be begun; only while it can be. */
  closing?: (facts: ContractFacts, now: Instant) => readonly DateToKnow[]
  /** Booked for a date and carried out by itself: its title, and the page on which it can be undone. */
  booking?: (order: Own) => { title: string; path: string } | undefined
  /** Whether an order can be taken back by the member on the order's own page. */
  mayCancel?: (order: Own, now: Instant) => PermissionAnswer
  /** `lastDay`: of the order's line, where a cancellation waits for the order. */
  extras?: (order: Own, now: Instant, lastDay?: TokyoDate) => OrderExtras
  /** The lines that end when this booking is carried out. */
  ending?: (order: Own) => Ending | undefined
  /** Steps that close the order when its contract has ended. */
  whenContractEnded?: (order: Own) => readonly Event[]
  /** The step that closes the order when all the lines it would have ended have been ported out. */
  whenLinesPortedOut?: Event
  /** The step that closes the order when its line has ended otherwise, and the details that are then deleted. */
  whenLineEnded?: { event: Event; merge?: Patch<z.input<Schema>> }
  /** Procedures that change the contract's terms: a change document is issued (契約変更書面). */
  changesTerms?: readonly NoInfer<Name>[]
  /** What the change document says of the order; `lines` are those it concerns. */
  termsChange?: (order: Own, lines: readonly TermsLine[], book: PriceBook) => TermsChange
  /** Procedures by which another member's line comes: with its number, without a fee, on the order's own day. */
  bringsLine?: readonly NoInfer<Name>[]
  /** Procedures that add a line, which has neither number nor nickname until it is switched on. */
  addsLine?: readonly NoInfer<Name>[]
  /** The carrier carries it out: an order that is open for longer than a day is listed for staff. */
  carrierServed?: boolean
  /** Booked for a date, it is carried out on that day or, being the last day of something, after it. */
  carriedOut?: 'onItsDay' | 'afterItsDay'
  /** The order stays open when its contract ends. */
  outlivesContract?: boolean
  /** Names of which a line, or the contract, may have only one order under way. */
  oneAtATime?: readonly NoInfer<Name>[]
  /** Its laws of the tables: by the law's name, a query whose rows break it (see findings.ts). */
  laws?: Readonly<Record<string, string>>
}

/** A procedure by what its table says. Every facet takes the row as the database holds it. */
export type StateFacet = {
  readonly names: readonly OrderProcedure[]
  readonly isState: (state: string) => boolean
  readonly isOver: (state: string) => boolean
  /** In the words of the state table; by its name where the table does not know it. */
  readonly stateLabel: (state: string) => string
  readonly oneAtATime: readonly OrderProcedure[]
  readonly holdHours: number | undefined
  readonly carrierServed: boolean
  readonly carriedOut: 'onItsDay' | 'afterItsDay' | undefined
  readonly outlivesContract: boolean
  readonly laws: Readonly<Record<string, string>>
  /** What is sealed in the details. */
  readonly sealed: (row: SealedOrder<unknown>) => readonly SealedValue[]
}

/** What lists, the order's page and messages show. */
export type ListFacet = {
  readonly course: (row: OrderRow) => readonly string[]
  readonly words: (row: OrderRow, state: string) => StateWords
  readonly title: (row: OrderRow) => string
  readonly pending: (row: OrderRow) => Pending | undefined
  readonly next: (row: OrderRow) => { label: string; on: string } | undefined
  readonly todo: (row: OrderRow) => string | undefined
  readonly awaitsOtherSim: (row: OrderRow) => boolean
  readonly page: (row: OrderRow) => OwnPage | undefined
  readonly finishesOn: (row: OrderRow) => string | undefined
  readonly mayCancel: (row: OrderRow, now: Instant) => PermissionAnswer | undefined
  readonly extras: (row: OrderRow, now: Instant, lastDay?: TokyoDate) => OrderExtras
  readonly addsLine: (row: OrderRow) => boolean
}

/** What stands in the calendar of dates, and what is booked. */
export type CalendarFacet = {
  readonly deadlines: (row: OrderRow) => readonly DateToKnow[]
  readonly closing: (facts: ContractFacts, now: Instant) => readonly DateToKnow[]
  readonly booking: (row: OrderRow) => { title: string; path: string } | undefined
}

/** What an order ends, and what closes it. */
export type EndingFacet = {
  readonly ending: (row: OrderRow) => Ending | undefined
  readonly endsWithLine: boolean
  readonly closeWithContract: (tx: Db, row: OrderRow, reason: string, now: Instant) => Promise<void>
  readonly closePortedOut: (tx: Db, row: OrderRow, now: Instant) => Promise<void>
  readonly closeWithLine: (tx: Db, row: OrderRow, now: Instant) => Promise<void>
}

/** What becomes a change document. */
export type TermsFacet = {
  readonly changesTerms: readonly OrderProcedure[]
  readonly termsChange: (row: OrderRow, lines: readonly TermsLine[], book: PriceBook) => TermsChange
  /** What the first document of a contract says of the line that comes so. */
  readonly bringsLine: (row: OrderRow) => boolean
}

/** All facets together, as the registry holds them. A function takes the facet it uses. */
export type AnyProcedure = StateFacet & ListFacet & CalendarFacet & EndingFacet & TermsFacet

/** A change of details: fields left out stay; null takes a field's value away where the schema allows it. */
export type Patch<Details> = { [Field in keyof Details]?: Details[Field] }
