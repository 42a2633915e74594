import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './tables.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>
type Column<T extends Table> = keyof Row<T> & string

/** What rows are found by: the values of columns (null: there is none), or conditions on them. */
type Having<T extends Table> = { readonly [C in keyof Row<T>]?: Row<T>[C] | Condition<Row<T>[C]> }

/** From a column's least value on, or from its greatest. */
type Order<T extends Table> = Column<T> | `${Column<T>} desc`

/** A condition on a column other than one value; as in SQL, none but `notNull` holds of a column without a value. */
class Condition<Value> {
  readonly operator: string
  readonly values: readonly (Value | readonly Value[])[]
  constructor(operator: string, ...values: (Value | readonly Value[])[]) {
    this.operator = operator
    this.values = values
  }
}

export const not = <Value>(value: Value) => new Condition<Value>('<>', value)
export const above = <Value>(value: Value) => new Condition<Value>('>', value)
export const atMost = <Value>(value: Value) => new Condition<Value>('<=', value)
/** Of a few, as states are: each is a value of the statement, which can be prepared. Of no values none is one. */
export const anyOf = <Value>(few: readonly Value[]) =>
  few.length === 0 ? anyOfMany(few) : new Condition<Value>('in', ...few)
/** Of as many as there may be, as ids are. */
export const anyOfMany = <Value>(many: readonly Value[]) => new Condition<Value>('= any', many)
export const notNull = new Condition<never>('is not null')

/** The rows of a table that have these values, whole, in the order of some of its columns. */
export async function rowsOf<T extends Table>(
  db: Db,
  table: T,
  having: Having<T>,
  ...orderBy: Order<T>[]
): Promise<Row<T>[]> {
  const { rows } = await selection<Row<T>>(table, [], having, orderBy).execute(db)
  return rows
}

/** As `rowsOf`, of each row these columns. */
export async function columnsOf<T extends Table, Name extends Column<T>>(
  db: Db,
  table: T,
  columns: readonly Name[],
  having: Having<T>,
  ...orderBy: Order<T>[]
): Promise<Pick<Row<T>, Name>[]> {
  const { rows } = await selection<Pick<Row<T>, Name>>(table, columns, having, orderBy).execute(db)
  return rows
}

/** The row with these values, which are a key of the table, whole or of it some columns; undefined where there is none. */
export async function findRow<T extends Table, Name extends Column<T>>(
  db: Db,
  table: T,
  key: Having<T>,
  ...columns: Name[]
): Promise<Pick<Row<T>, Name> | undefined> {
  const { rows } = await selection<Pick<Row<T>, Name>>(table, columns, key).execute(db)
  return rows[0]
}

/** The row that must be there. @throws what `missing` makes; without it an Error, for a defect. */
export async function getRow<T extends Table>(
  db: Db,
  table: T,
  key: Having<T>,
  missing: () => Error = () => new Error(`no row of ${table}`),
): Promise<Row<T>> {
  const [row] = await rowsOf(db, table, key)
  if (row === undefined) throw missing()
  return row
}

/** As `findRow`, asked until the transaction ends. */
export async function lockRow<T extends Table>(
  tx: Db,
  table: T,
  key: Having<T>,
): Promise<Row<T> | undefined> {
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where ${areOf(key)} for update`.execute(tx)
  return rows[0]
}

export async function insertRow<T extends Table>(
  tx: Db,
  table: T,
  row: Insertable<Database[T]>,
): Promise<void> {
  await insertion(table, row).execute(tx)
}

/** Leaves a row that is there already as it is. @param unique the columns by which it is the same; any key without them. */
export async function insertIfNew<T extends Table>(
  tx: Db,
  table: T,
  row: Insertable<Database[T]>,
  ...unique: Column<T>[]
): Promise<void> {
  const conflict = unique.length === 0 ? sql`` : sql`(${namesOf(unique)})`
  await sql`${insertion(table, row)} on conflict ${conflict} do nothing`.execute(tx)
}

/** The row with this key is made, or has these values from now on. */
export async function upsertRow<T extends Table>(
  tx: Db,
  table: T,
  key: Partial<Row<T>>,
  values: Updateable<Database[T]>,
): Promise<void> {
  await sql`${insertion(table, { ...key, ...values })}
    on conflict (${namesOf(Object.keys(key))}) do update set ${assigned(values)}`.execute(tx)
}

/** Changes the rows that have these values. @returns how many */
export async function updateRows<T extends Table>(
  tx: Db,
  table: T,
  having: Having<T>,
  change: Updateable<Database[T]>,
): Promise<number> {
  const { numAffectedRows } = await update(table, having, change).execute(tx)
  return Number(numAffectedRows)
}

/** Changes the one row that has these values, which must be there. @returns it as it is now */
export async function updateRow<T extends Table>(
  tx: Db,
  table: T,
  key: Having<T>,
  change: Updateable<Database[T]>,
): Promise<Row<T>> {
  const { rows } = await sql<Row<T>>`${update(table, key, change)} returning *`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`no row of ${table}`)
  return row
}

/** @returns how many */
export async function deleteRows<T extends Table>(
  tx: Db,
  table: T,
  having: Having<T>,
): Promise<number> {
  const deletion = sql`delete from ${sql.table(table)} where ${areOf(having)}`
  return Number((await deletion.execute(tx)).numAffectedRows)
}

const namesOf = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))

function selection<Read>(
  table: Table,
  columns: readonly string[],
  having: object,
  orderBy: readonly string[] = [],
) {
  const read = columns.length === 0 ? sql`*` : namesOf(columns)
  const order = orderBy.map((one) => {
    const [name = '', direction = ''] = one.split(' ')
    return sql`${sql.ref(name)} ${sql.raw(direction)}`
  })
  const ordered = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`
  return sql<Read>`select ${read} from ${sql.table(table)} where ${areOf(having)} ${ordered}`
}

const entriesOf = (values: object): [string, unknown][] => Object.entries(values)

const given = (values: object) => entriesOf(values).filter(([, value]) => value !== undefined)

/** Never without a condition: it would be every row. */
function areOf(having: object) {
  const conditions = entriesOf(having).map(([name, value]) => {
    if (value === undefined) throw new Error(`no value for ${name}`)
    return sql`${sql.ref(name)} ${conditionOf(value)}`
  })
  if (conditions.length === 0) throw new Error('no condition')
  return sql`${sql.join(conditions, sql` and `)}`
}

function conditionOf(asked: unknown) {
  if (asked === null) return sql`is null`
  if (!(asked instanceof Condition)) return sql`= ${asked}`
  const operator = sql.raw(asked.operator)
  return asked.values.length === 0 ? operator : sql`${operator} (${sql.join(asked.values)})`
}

const assigned = (change: object) =>
  sql.join(given(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

const insertion = (table: Table, row: object) => sql`
  insert into ${sql.table(table)} (${namesOf(given(row).map(([name]) => name))})
  values (${sql.join(given(row).map(([, value]) => value))})`

const update = (table: Table, having: object, change: object) => sql`
  update ${sql.table(table)} set ${assigned(change)} where ${areOf(having)}`
