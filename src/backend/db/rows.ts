import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './tables.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>
type Values<T extends Table> = Partial<Row<T>>

/** The rows of a table that have these values, whole, in the order of some of its columns. */
export async function rowsOf<T extends Table>(
  db: Db,
  table: T,
  having: Values<T>,
  ...orderBy: (keyof Row<T> & string)[]
): Promise<Row<T>[]> {
  const order = orderBy.length === 0 ? sql`` : sql`order by ${namesOf(orderBy)}`
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where ${areOf(having)} ${order}`.execute(db)
  return rows
}

/** The row with these values, which are a key of the table, whole or of it some columns; undefined where there is none. */
export async function findRow<T extends Table, Name extends keyof Row<T> & string>(
  db: Db,
  table: T,
  key: Values<T>,
  ...columns: Name[]
): Promise<Pick<Row<T>, Name> | undefined> {
  const read = columns.length === 0 ? sql`*` : namesOf(columns)
  const { rows } = await sql<Pick<Row<T>, Name>>`
    select ${read} from ${sql.table(table)} where ${areOf(key)}`.execute(db)
  return rows[0]
}

/** The row that must be there. @throws what `missing` makes; without it an Error, for a defect. */
export async function getRow<T extends Table>(
  db: Db,
  table: T,
  key: Values<T>,
  missing: () => Error = () => new Error(`no row of ${table}`),
): Promise<Row<T>> {
  const [row] = await rowsOf(db, table, key)
  if (row === undefined) throw missing()
  return row
}

/** As `findRow`, held until the transaction ends. */
export async function lockRow<T extends Table>(
  tx: Db,
  table: T,
  key: Values<T>,
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
  ...unique: (keyof Row<T> & string)[]
): Promise<void> {
  const conflict = unique.length === 0 ? sql`` : sql`(${namesOf(unique)})`
  await sql`${insertion(table, row)} on conflict ${conflict} do nothing`.execute(tx)
}

/** The row with this key is made, or has these values from now on. */
export async function upsertRow<T extends Table>(
  tx: Db,
  table: T,
  key: Values<T>,
  values: Updateable<Database[T]>,
): Promise<void> {
  await sql`${insertion(table, { ...key, ...values })}
    on conflict (${namesOf(Object.keys(key))}) do update set ${assigned(values)}`.execute(tx)
}

/** Changes the rows that have these values. */
export async function updateRows<T extends Table>(
  tx: Db,
  table: T,
  having: Values<T>,
  change: Updateable<Database[T]>,
): Promise<void> {
  await update(table, having, change).execute(tx)
}

/** Changes the one row that has these values, which must be there. @returns it as it is now */
export async function updateRow<T extends Table>(
  tx: Db,
  table: T,
  key: Values<T>,
  change: Updateable<Database[T]>,
): Promise<Row<T>> {
  const { rows } = await sql<Row<T>>`${update(table, key, change)} returning *`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`no row of ${table}`)
  return row
}

export async function deleteRows<T extends Table>(
  tx: Db,
  table: T,
  having: Values<T>,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${areOf(having)}`.execute(tx)
}

const namesOf = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))

const entriesOf = (values: object): [string, unknown][] => Object.entries(values)

const given = (values: object) => entriesOf(values).filter(([, value]) => value !== undefined)

/** Never without a condition: it would be every row. */
function areOf(having: object) {
  const conditions = entriesOf(having).map(([name, value]) => {
    if (value === undefined) throw new Error(`no value for ${name}`)
    return sql`${sql.ref(name)} = ${value}`
  })
  if (conditions.length === 0) throw new Error('no condition')
  return sql`${sql.join(conditions, sql` and `)}`
}

const assigned = (change: object) =>
  sql.join(given(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

const insertion = (table: Table, row: object) => sql`
  insert into ${sql.table(table)} (${namesOf(given(row).map(([name]) => name))})
  values (${sql.join(given(row).map(([, value]) => value))})`

const update = (table: Table, having: object, change: object) => sql`
  update ${sql.table(table)} set ${assigned(change)} where ${areOf(having)}`
