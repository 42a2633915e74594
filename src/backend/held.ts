import { sql, type RawBuilder, type Selectable } from 'kysely'
import { primaryKeyOf } from '#backend/db/by-key.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { KeptFor } from '#domain/account/kept-for.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { StateWords } from '#vocabulary/state-words.ts'

/** By what the rows of a table are found that are about one member. `chain` is the account's or the contract's id. */
type HeldBy = 'account_id' | 'contract_id' | 'chain'

/** What JSON can say; a CSV file shows lists and objects as JSON. */
export type HeldValue =
  | string
  | number
  | boolean
  | null
  | readonly HeldValue[]
  | { readonly [name: string]: HeldValue }

/** What the member asks for beside. */
export type Wish = {
  /** Numbers that were called, whole: as in the call log only by an explicit wish. */
  readonly wholeNumbers: boolean
}

/** A file that is kept in a row. */
type HeldFile = { readonly name: string; readonly bytes: Buffer }

/** Why a column is not handed to the member: it only names the row, opens a door, or says nothing about anybody. */
type Left = { readonly left: 'key' | 'secret' | 'internal' }

type Shown<Row> =
  /** The column's title; the value as it is. */
  | string
  | { readonly title: string; readonly show: (row: Row, sealing: Sealing, wish: Wish) => HeldValue }
  | Left

export const left = {
  key: { left: 'key' },
  secret: { left: 'secret' },
  internal: { left: 'internal' },
} as const satisfies Record<string, Left>

/** The label of a state or kind; what has none is shown by its name. */
export const labelOf = (words: Readonly<Record<string, StateWords | string>>, name: string) => {
  const known = words[name]
  return typeof known === 'object' ? known.label : (known ?? name)
}

/** A column of states or kinds in the members' words. */
export const said = <Column extends string>(
  title: string,
  column: Column,
  words: Readonly<Record<string, StateWords | string>>,
) => ({ title, show: (row: Readonly<Record<Column, string>>) => labelOf(words, row[column]) })

/** Tenths of a yen as yen. */
export const inYen = <Column extends string>(title: string, column: Column) => ({
  title,
  show: (row: Readonly<Record<Column, number | null>>) => {
    const tenths = row[column]
    return tenths === null ? null : tenths / 10
  },
})

/** A JSON column without what is sealed or opens a door. */
export const details = <Column extends string>(title: string, column: Column) => ({
  title,
  show: (row: Readonly<Record<Column, unknown>>) => openPart(jsonOf(row[column])),
})

/** JSON of ours without what is sealed or opens a door. */
function openPart(value: HeldValue): HeldValue {
  if (Array.isArray(value)) return value.map(openPart)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      closed.test(name) ? [] : [[name, openPart(part)]],
    ),
  )
}
const closed = /(?:sealed|index|hash|secret|token|exchange_?id|ref)$/i

/** What was sealed as JSON. */
export const fromJson = (text: string): HeldValue => openPart(jsonOf(JSON.parse(text)))

/** Logins last by a clock of their own, which the demo does not move. */
export type Clocks = { readonly now: Temporal.Instant; readonly loginNow: Temporal.Instant }

/** How long rows are kept: whose end lets them go, and which are past their use before. */
type Kept = {
  readonly for: KeptFor
  /** Rows that are deleted earlier, one by one; and the words for it that the member reads. */
  readonly past?: { readonly words: string; readonly when: (clocks: Clocks) => RawBuilder<boolean> }
}

type Declared<Table extends keyof Database> = {
  readonly table: Table
  readonly by: HeldBy
  /** 「ログインの記録」: the name of its files, and of its row on the page. */
  readonly title: string
  readonly kept: Kept
  /** Which rows (of the table as `t`) the member is handed, where that is not all of them. */
  readonly readable?: RawBuilder<boolean>
  /** Every column of the table: one that is missing does not compile. */
  readonly columns: {
    readonly [Column in keyof Selectable<Database[Table]>]-?: Shown<Selectable<Database[Table]>>
  }
  readonly file?: (row: Selectable<Database[Table]>, sealing: Sealing) => HeldFile | undefined
}

/** The ids a member's rows are found by. */
export type HeldOf = { readonly accountId: string; readonly contractId: string | undefined }

type HeldPage = {
  readonly rows: readonly (readonly HeldValue[])[]
  readonly files: readonly HeldFile[]
  /** Where the next page begins; none after the last. */
  readonly next: string | undefined
}

/** A table that has rows about members: what they are told of it, and how long it is kept. */
export type Held = Pick<Declared<keyof Database>, 'table' | 'by' | 'title' | 'kept'> & {
  readonly titles: readonly string[]
  readonly hasFiles: boolean
  readonly read: (
    db: Db,
    sealing: Sealing,
    of: HeldOf,
    page: { after: string | undefined; limit: number } & Wish,
  ) => Promise<HeldPage>
}

/** Declares a table of an area (area.ts, `held`). */
export function held<Table extends keyof Database>(declared: Declared<Table>): Held {
  type Row = Selectable<Database[Table]>
  const { table, by, title, kept, file, readable = sql<boolean>`true` } = declared
  const columns = Object.entries<Shown<Row>>(declared.columns).flatMap(([name, shown]) => {
    if (typeof shown === 'string') return [{ title: shown, show: (row: Row) => asItIs(row, name) }]
    return 'left' in shown ? [] : [shown]
  })

  async function read(
    db: Db,
    sealing: Sealing,
    of: HeldOf,
    { after, limit, ...wish }: { after: string | undefined; limit: number } & Wish,
  ): Promise<HeldPage> {
    const key = await primaryKeyOf(db, table)
    const { rows } = await sql<Row & { held_place: string }>`
      select t.*, ${key.place} as held_place from ${sql.table(table)} as t
      where ${isAbout(by, of)} and ${readable} and ${key.isAfter(after)}
      order by ${key.order} limit ${limit}`.execute(db)
    const full = rows.length === limit ? rows.at(-1) : undefined
    return {
      rows: rows.map((row) => columns.map(({ show }) => show(row, sealing, wish))),
      files: file === undefined ? [] : rows.flatMap((row) => file(row, sealing) ?? []),
      next: full?.held_place,
    }
  }

  return {
    table,
    by,
    title,
    kept,
    titles: columns.map((column) => column.title),
    hasFiles: file !== undefined,
    read,
  }
}

/** Whose rows: those of the account, or of its contract; none where there is no contract. */
export function isAbout(by: HeldBy, { accountId, contractId }: HeldOf): RawBuilder<boolean> {
  if (by === 'account_id') return sql`account_id = ${accountId}`
  if (by === 'contract_id') return sql`contract_id = ${contractId ?? null}`
  return sql`chain in (${accountId}, ${contractId ?? accountId})`
}

function asItIs(row: object, name: string): HeldValue {
  const value: unknown = Reflect.get(row, name)
  if (value instanceof Temporal.Instant) return formatRfc3339(value)
  return value === undefined ? null : jsonOf(value)
}

function jsonOf(value: unknown): HeldValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, jsonOf(part)]))
  return null
}
