import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Machine } from '#domain/machine.ts'
import type { Instant } from '#domain/tokyo.ts'
import {
  accountOf,
  postAbout,
  recordAct,
  type Acting,
  type Details,
  type StepDeps,
} from './record-change.ts'

/*
 * The one way to take a step (docs/decisions/086): the state table is asked, the row is written, the audit entry is
 * recorded and the message is posted by one call. Nothing else writes the state of a table that is declared here.
 */

type Table = keyof Database
export type RowOf<T extends Table> = Selectable<Database[T]>

/** What a message is made of besides the facts that the caller gives. */
export type About<Row> = { readonly row: Row; readonly accountId: string; readonly now: Instant }

/** One line of the transition table: what is recorded of a step, and what the member gets. */
type Declared<Row, Event> = {
  /** The event of the state table; left out where the step has the event's name; null: the state stays. */
  readonly event?: Event | null
  /** Past tense, `high-speed-turned-off`; left out where nothing is recorded. */
  readonly audit?: string | ((row: Row) => string)
  // Methods, so that each step may narrow the type of its facts.
  details?(row: Row, facts: unknown): Details
  message?(about: About<Row>, facts: unknown): MemberMessage | readonly MemberMessage[] | undefined
}

type Stamps<T extends Table> = Partial<Updateable<Database[T]>>

/** A table whose rows move by a state table, with what each of its steps leaves behind. */
export type Aggregate<
  T extends Table,
  State extends string,
  Event extends string,
  Steps extends Readonly<Record<string, Declared<RowOf<T>, Event>>>,
> = {
  readonly table: T
  readonly key: readonly (keyof RowOf<T> & string)[]
  /** The column of the state; `state` where it is left out. */
  readonly column?: keyof RowOf<T> & string
  readonly machine: Machine<State, Event>
  /** Columns that every step sets, such as `changed_at`. */
  readonly stamps?: (step: {
    row: RowOf<T> | undefined
    to: State
    event: Event | null
    now: Instant
  }) => Stamps<T>
  /** Whose audit chain a step belongs to: a contract's id or an account's; the first of the key where it is left out. */
  readonly chain?: (row: RowOf<T>) => string
  /** What the audit entry names, never a phone number or a name; the last of the key where it is left out. */
  readonly target?: (row: RowOf<T>) => string
  /** Who gets the messages; the account of the contract where it is left out. */
  readonly accountId?: (row: RowOf<T>) => string | undefined
  readonly steps: Steps
}

/** Declares an aggregate: every event of its state table needs an entry, further steps name their event. */
export function defineAggregate<
  T extends Table,
  State extends string,
  Event extends string,
  const Steps extends Readonly<Record<Event, Declared<RowOf<T>, Event>>> &
    Readonly<Record<string, Declared<RowOf<T>, Event>>>,
>(aggregate: Aggregate<T, State, Event, Steps>): Aggregate<T, State, Event, Steps> {
  return aggregate
}

/** What a step's message and details ask of the caller. */
type FactsOf<Step> = Step extends { message: (about: never, facts: infer Facts) => unknown }
  ? Facts
  : Step extends { details: (row: never, facts: infer Facts) => unknown }
    ? Facts
    : unknown

type Given<Row, Step> = {
  readonly details?: Details | undefined
  readonly facts?: unknown
} & (unknown extends FactsOf<Step>
  ? { readonly facts?: undefined }
  : {
      /** As a function: what is known only once the row is written. */
      readonly facts: FactsOf<Step> | ((row: Row) => Promise<FactsOf<Step>>)
    })

/**
 * Takes a stored row one step of its state table. The caller holds the lock that guards the row.
 * @returns the row as it is now
 * @throws RefusalError WRONG_STATE, WRONG_ACTOR when the table has no such step from here for this actor
 */
export async function takeStep<
  T extends Table,
  State extends string,
  Event extends string,
  Steps extends Readonly<Record<string, Declared<RowOf<T>, Event>>>,
  Name extends keyof Steps & string,
>(
  tx: Db,
  deps: StepDeps,
  who: Acting,
  aggregate: Aggregate<T, State, Event, Steps>,
  change: {
    readonly row: RowOf<T>
    readonly step: Name
    readonly patch?: Stamps<T>
    /** Events that must have happened before it, unnoticed by us: nothing is left behind of them. */
    readonly after?: readonly Event[]
  } & Given<RowOf<T>, Steps[Name]>,
): Promise<RowOf<T>> {
  const { row: before, patch } = change
  const { event, to } = reach(aggregate, before, change, who)
  const written = await updateRow<T>(tx, aggregate, before, {
    ...aggregate.stamps?.({ row: before, to, event, now: who.now }),
    ...patch,
    [columnOf(aggregate)]: to,
  })
  await leaveBehind(tx, deps, who, aggregate, written, change)
  return written
}

/** Writes a row by its first step, from the initial state of its table. Otherwise as takeStep. */
export async function takeFirstStep<
  T extends Table,
  State extends string,
  Event extends string,
  Steps extends Readonly<Record<string, Declared<RowOf<T>, Event>>>,
  Name extends keyof Steps & string,
>(
  tx: Db,
  deps: StepDeps,
  who: Acting,
  aggregate: Aggregate<T, State, Event, Steps>,
  change: { readonly values: Partial<Insertable<Database[T]>>; readonly step: Name } & Given<
    RowOf<T>,
    Steps[Name]
  >,
): Promise<RowOf<T>> {
  const { values } = change
  const { event, to } = reach(aggregate, undefined, change, who)
  const written = await insertRow<T>(tx, aggregate.table, {
    ...aggregate.stamps?.({ row: undefined, to, event, now: who.now }),
    ...values,
    [columnOf(aggregate)]: to,
  })
  await leaveBehind(tx, deps, who, aggregate, written, change)
  return written
}

type Named<T extends Table> = {
  readonly table: T
  readonly key: readonly (keyof RowOf<T> & string)[]
  readonly column?: keyof RowOf<T> & string
}

const columnOf = ({ column }: { readonly column?: string | undefined }) => column ?? 'state'

/** Where the step leads by the state table. */
function reach<State extends string, Event extends string>(
  aggregate: {
    readonly machine: Machine<State, Event>
    readonly steps: Readonly<Record<string, { readonly event?: Event | null }>>
    readonly column?: string | undefined
  },
  row: Readonly<Record<string, unknown>> | undefined,
  { step, after = [] }: { readonly step: string; readonly after?: readonly Event[] },
  { actor }: Acting,
): { event: Event | null; to: State } {
  const { machine, steps } = aggregate
  const known = row?.[columnOf(aggregate)] ?? machine.initial
  if (typeof known !== 'string' || !machine.isState(known))
    throw new Error(`${JSON.stringify(known)} is no state of ${machine.name}`)
  const from = after.reduce((state, event) => machine.target(state, event) ?? state, known)
  const declared = steps[step]?.event
  if (declared === null) return { event: null, to: from }
  const event = declared ?? machine.events.find((one) => one === step)
  if (event === undefined) throw new Error(`${machine.name} has no step ${step}`)
  const reached = machine.next(from, event, actor)
  if (!reached.ok) throw new RefusalError(reached)
  return { event, to: reached.value }
}

async function updateRow<T extends Table>(
  tx: Db,
  { table, key }: Named<T>,
  row: RowOf<T>,
  values: Readonly<Record<string, unknown>>,
): Promise<RowOf<T>> {
  const set = columnsOf(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const where = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
  const { rows } = await sql<RowOf<T>>`
    update ${sql.table(table)} set ${sql.join(set)}
    where ${sql.join(where, sql` and `)} returning *`.execute(tx)
  return theOne(rows, table)
}

async function insertRow<T extends Table>(
  tx: Db,
  table: T,
  values: Readonly<Record<string, unknown>>,
): Promise<RowOf<T>> {
  const columns = columnsOf(values)
  const { rows } = await sql<RowOf<T>>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning *`.execute(tx)
  return theOne(rows, table)
}

const columnsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).filter(([, value]) => value !== undefined)

function theOne<Row>([row]: readonly Row[], table: string): Row {
  if (row === undefined) throw new Error(`no row of ${table} to take a step`)
  return row
}

/** The audit entry and the message of a step that is written. */
async function leaveBehind<T extends Table, State extends string, Event extends string>(
  tx: Db,
  deps: StepDeps,
  who: Acting,
  aggregate: Aggregate<T, State, Event, Readonly<Record<string, Declared<RowOf<T>, Event>>>>,
  row: RowOf<T>,
  {
    step,
    details,
    facts: given,
  }: { readonly step: string; readonly details?: Details | undefined; readonly facts?: unknown },
) {
  const declared = aggregate.steps[step]
  if (declared === undefined) return
  const facts: unknown = typeof given === 'function' ? await given(row) : given
  const { audit } = declared
  const owner = aggregate.accountId?.(row)
  const [first = '', last = first] = aggregate.key.map((column) => String(row[column]))
  if (audit !== undefined)
    await recordAct(
      tx,
      { ...who, accountId: who.accountId ?? owner },
      {
        chain: aggregate.chain?.(row) ?? first,
        action: typeof audit === 'string' ? audit : audit(row),
        target: aggregate.target?.(row) ?? last,
        details: { ...declared.details?.(row, facts), ...details },
      },
    )
  if (declared.message === undefined) return
  const accountId = owner ?? (await accountOf(tx, who))
  const messages = declared.message({ row, accountId, now: who.now }, facts)
  await postAbout(tx, deps, who, messages === undefined ? [] : [messages].flat())
}
