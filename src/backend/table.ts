import { sql, type JSONColumnType, type RawBuilder, type Selectable, type SelectType } from 'kysely'
import { primaryKeyOf } from '#backend/db/by-key.ts'
import type { Db } from '#backend/db/connect.ts'
import type { SealedValue, Sealing } from '#backend/db/sealing.ts'
import { usageRetainedFrom, type RetentionPurpose } from '#domain/account/retention.ts'
import { formatRfc3339, startOfDay, toTokyoDate } from '#domain/tokyo.ts'
import type { StateWords } from '#vocabulary/state-words.ts'

// A column is declared once (docs/decisions/087): its type for queries, its title in the member's export, whether it is
// sealed and with which associated data. A table besides: by whose key its rows are found, and how long they are stored.

/** The column by which the rows about one member are found. `chain` is the account's or the contract's id. */
type MemberKey = 'account_id' | 'contract_id' | 'chain'

/** What JSON can say; a CSV file shows lists and objects as JSON. */
export type ShownValue =
  | string
  | number
  | boolean
  | null
  | readonly ShownValue[]
  | { readonly [name: string]: ShownValue }

/** What the member chose for the export. */
export type ExportRequest = {
  /** Numbers that were called, whole: as in the call log only by an explicit choice. */
  readonly wholeNumbers: boolean
}

/** An object of ours in a JSON column. */
export type Json = JSONColumnType<Record<string, unknown>>

type Context = { readonly sealing: Sealing; readonly request: ExportRequest }

type Show<Value, Row> = (value: Value, row: Row, context: Context) => ShownValue

/** The title of a column, or with it what its cell says. */
type Shown<Value, Row> = string | { readonly title: string; readonly show: Show<Value, Row> }

/** The associated data of what is sealed in a column: the same for all of it, or for each value of its JSON its own. */
export type Bound = string | readonly SealedValue[]

/** `Type` is what Kysely selects, inserts and updates; `Row` are the columns that the functions read. */
type Column<Type, Row> = {
  /** Never there: it carries the type. */
  readonly type?: () => Type
  /** Without a title the column is not in the export. */
  readonly title?: string
  readonly show?: (row: Row, name: string, context: Context) => ShownValue
  readonly aad?: (row: Row) => Bound
}

/** A column of the export. */
export function column<Type, Row extends object = object>(
  shown: Shown<SelectType<Type>, Row>,
): Column<Type, Row> {
  if (typeof shown === 'string') return { title: shown, show: asItIs }
  const { title, show } = shown
  const valueOf = (row: object, name: string) => Reflect.get(row, name)
  return { title, show: (row, name, context) => show(valueOf(row, name), row, context) }
}

const omitted = <Type>(): Column<Type, object> => ({})

/** Not in the export, because it only names the row. */
export const key = omitted
/** Not in the export, because it opens a door. */
export const secret = omitted
/** Not in the export, because it says nothing about anybody, or what another column says. */
export const internal = omitted

/** A sealed column: in the export it is shown opened, or left out for the reason given. */
export function sealed<Type extends string | Buffer | null | object, Row extends object>(
  given: { readonly aad: (row: Row) => string } & (
    | { readonly omit: 'secret' | 'internal' }
    | { readonly title: string; readonly show?: Show<string, Row> }
  ),
): Column<Type, Row> {
  const { aad } = given
  if ('omit' in given) return { aad }
  const { title, show = (plain: string) => plain } = given
  return {
    aad,
    title,
    show: (row, name, context) => {
      const value: unknown = Reflect.get(row, name)
      return typeof value === 'string'
        ? show(context.sealing.open(aad(row), value), row, context)
        : null
    },
  }
}

/** A column whose JSON holds sealed values among others. */
export const withSealed = <Type, Row extends object>(
  aad: (row: Row) => Bound,
  of: Column<Type, Row>,
): Column<Type, Row> => ({ ...of, aad })

/** The label of a state or kind; what has none is shown by its name. */
export const labelOf = (words: Readonly<Record<string, StateWords | string>>, name: string) => {
  const known = words[name]
  return typeof known === 'object' ? known.label : (known ?? name)
}

/** A column of states or kinds in the members' words. */
export const said = (title: string, words: Readonly<Record<string, StateWords | string>>) => ({
  title,
  show: (value: string) => labelOf(words, value),
})

/** Tenths of a yen as yen. */
export const inYen = (title: string) => ({
  title,
  show: (tenths: number | null) => (tenths === null ? null : tenths / 10),
})

/** A JSON column without what is sealed or opens a door. */
export const details = (title: string) => ({
  title,
  show: (value: unknown) => openPart(jsonOf(value)),
})

/** JSON of ours without what is sealed or opens a door. */
function openPart(value: ShownValue): ShownValue {
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
export const fromJson = (text: string): ShownValue => openPart(jsonOf(JSON.parse(text)))

/** Logins last by a clock of their own, which the demo does not move. */
export type Clocks = { readonly now: Temporal.Instant; readonly loginNow: Temporal.Instant }

/** Records of use before it are deleted, those of lines that we do not know included. */
export const usageStoredFrom = ({ now }: Clocks) => startOfDay(usageRetainedFrom(toTokyoDate(now)))

type When = (clocks: Clocks) => RawBuilder<boolean>

/** What is stored about members, and until when. */
type OfMember<Row> = {
  readonly by: MemberKey
  /** 「ログインの記録」: the name of its files, and of its row on the page. */
  readonly title: string
  readonly retention: {
    /** Whose end, with the time the law or our rules add, deletes the rows. */
    readonly for: RetentionPurpose
    /** Rows that are deleted earlier, and the words for it that the member reads. */
    readonly earlier?: { readonly words: string; readonly when: When }
  }
  /** Which rows (of the table as `t`) the member is handed, where that is not all of them. */
  readonly readable?: RawBuilder<boolean>
  readonly file?: (row: Row, sealing: Sealing) => StoredFile | undefined
}

/** What is about no member we know: which rows are deleted, or the reason why none is. */
type OfNobody = {
  readonly by?: undefined
  readonly retention: { readonly deleteWhen: When } | { readonly stays: string }
}

type StoredFile = { readonly name: string; readonly bytes: Buffer }

type Types<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Type, never> ? Type : never
}

type OfTheMember<By extends MemberKey = MemberKey> = Omit<OfMember<never>, 'file' | 'by'> & {
  readonly by: By
}

/** The table has the column by which its rows are found, unless it declares it otherwise itself. */
type WithKey<Columns, By> = Columns &
  Omit<By extends MemberKey ? Record<By, Column<string, object>> : object, keyof Columns>

const ofMember =
  <const By extends MemberKey>(by: By) =>
  (
    title: string,
    purpose: RetentionPurpose,
    {
      readable,
      ...earlier
    }: Pick<OfMember<never>['retention'], 'earlier'> & Pick<OfTheMember, 'readable'> = {},
  ): OfTheMember<By> => ({
    by,
    title,
    retention: { for: purpose, ...earlier },
    ...(readable === undefined ? {} : { readable }),
  })

/** About a contract: the table's title for the member, and what its rows are stored for. */
export const ofContract = ofMember('contract_id')
/** About an account, as `ofContract`. */
export const ofAccount = ofMember('account_id')
/** About an account or a contract, as `ofContract`. */
export const ofChain = ofMember('chain')
/** About no member, and never deleted, for the reason given. */
export const stays = (reason: string): OfNobody => ({ retention: { stays: reason } })
/** About no member. */
export const deletedWhen = (when: When): OfNobody => ({ retention: { deleteWhen: when } })

/** The ids a member's rows are found by. */
export type MemberIds = { readonly accountId: string; readonly contractId: string | undefined }

type Page = {
  readonly rows: readonly (readonly ShownValue[])[]
  readonly files: readonly StoredFile[]
  /** Where the next page begins; none after the last. */
  readonly next: string | undefined
}

/** A table with rows about members, as the export and the page of what is stored read it. */
export type MemberTable = Pick<OfMember<never>, 'by' | 'title' | 'retention'> & {
  readonly table: string
  readonly titles: readonly string[]
  readonly hasFiles: boolean
  readonly read: (
    db: Db,
    sealing: Sealing,
    of: MemberIds,
    page: { after: string | undefined; limit: number } & ExportRequest,
  ) => Promise<Page>
}

export type TableDeclaration = {
  readonly table: string
  readonly columnNames: readonly string[]
  /** Columns in which something is sealed, with what it is bound to. */
  readonly sealed: readonly { readonly name: string; bound(row: object): Bound }[]
  /** Which rows are deleted without anybody's end. */
  readonly deleteWhen: When | undefined
  readonly member: MemberTable | undefined
}

/** Kysely's tables of an area's declarations. */
export type TablesOf<Declarations extends readonly TableDeclaration[]> = {
  [One in Declarations[number] as One['table']]: One extends { readonly types?: () => infer Row }
    ? Row
    : never
}

/**
 * Declares a table in the `tables.ts` of the area that writes it.
 * @param columns every column of the table but the member's key; their functions read only columns that are there
 * @param file what a row holds beside its cells, as the export hands it out
 */
export function table<
  const Name extends string,
  Columns extends Record<string, Column<unknown, never>>,
  By extends MemberKey | undefined,
>(
  name: Name,
  subject: (OfTheMember | OfNobody) & { readonly by?: By },
  columns: Columns & {
    readonly [One in keyof Columns]: Column<unknown, Selectable<Types<WithKey<Columns, By>>>>
  },
  file?: OfMember<Selectable<Types<WithKey<Columns, By>>>>['file'],
): TableDeclaration & {
  readonly table: Name
  readonly types?: () => Types<WithKey<Columns, By>>
} {
  type Row = Selectable<Types<WithKey<Columns, By>>>
  const about: OfTheMember | OfNobody = subject
  const isOfMember = about.by !== undefined
  const all = Object.entries<Column<unknown, Row>>({
    ...(isOfMember && { [about.by]: key<string>() }),
    ...columns,
  })
  return {
    table: name,
    columnNames: all.map(([column]) => column),
    sealed: all.flatMap(([column, { aad }]) =>
      aad === undefined ? [] : [{ name: column, bound: aad }],
    ),
    deleteWhen: isOfMember
      ? about.retention.earlier?.when
      : 'deleteWhen' in about.retention
        ? about.retention.deleteWhen
        : undefined,
    member: isOfMember ? memberTable(name, all, { ...about, ...(file && { file }) }) : undefined,
  }
}

function memberTable<Row extends object>(
  name: string,
  all: readonly (readonly [string, Column<unknown, Row>])[],
  { by, title, retention, file, readable = sql<boolean>`true` }: OfMember<Row>,
): MemberTable {
  const columns = all.flatMap(([column, { title, show }]) =>
    title === undefined || show === undefined ? [] : [{ column, title, show }],
  )

  async function read(
    db: Db,
    sealing: Sealing,
    of: MemberIds,
    { after, limit, ...request }: { after: string | undefined; limit: number } & ExportRequest,
  ): Promise<Page> {
    const key = await primaryKeyOf(db, name)
    const { rows } = await sql<Row & { row_position: string }>`
      select t.*, ${key.position} as row_position from ${sql.table(name)} as t
      where ${isAbout(by, of)} and ${readable} and ${key.isAfter(after)}
      order by ${key.order} limit ${limit}`.execute(db)
    const full = rows.length === limit ? rows.at(-1) : undefined
    return {
      rows: rows.map((row) =>
        columns.map(({ column, show }) => show(row, column, { sealing, request })),
      ),
      files: file === undefined ? [] : rows.flatMap((row) => file(row, sealing) ?? []),
      next: full?.row_position,
    }
  }

  const titles = columns.map((one) => one.title)
  return { table: name, by, title, retention, titles, hasFiles: file !== undefined, read }
}

/** Whose rows: those of the account, or of its contract; none where there is no contract. */
export function isAbout(by: MemberKey, { accountId, contractId }: MemberIds): RawBuilder<boolean> {
  if (by === 'account_id') return sql`account_id = ${accountId}`
  if (by === 'contract_id') return sql`contract_id = ${contractId ?? null}`
  return sql`chain in (${accountId}, ${contractId ?? accountId})`
}

function asItIs(row: object, name: string): ShownValue {
  const value: unknown = Reflect.get(row, name)
  if (value instanceof Temporal.Instant) return formatRfc3339(value)
  return value === undefined ? null : jsonOf(value)
}

function jsonOf(value: unknown): ShownValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, jsonOf(part)]))
  return null
}
