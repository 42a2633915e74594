import { sql, type Selectable } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './tables.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>

/** The rows of a table that have these values, whole, in the order of some of its columns. */
export async function rowsOf<T extends Table>(
  db: Db,
  table: T,
  having: Partial<Row<T>>,
  ...orderBy: (keyof Row<T> & string)[]
): Promise<Row<T>[]> {
  const conditions = Object.entries(having).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    ${orderBy.length === 0 ? sql`` : sql`order by ${sql.join(orderBy.map((name) => sql.ref(name)))}`}`.execute(
    db,
  )
  return rows
}

/** The row with these values, which are a key of the table; undefined where there is none. */
export async function findRow<T extends Table>(
  db: Db,
  table: T,
  key: Partial<Row<T>>,
): Promise<Row<T> | undefined> {
  const [row] = await rowsOf(db, table, key)
  return row
}

/** The row that must be there. @throws what `missing` makes; without it an Error, for a defect. */
export async function getRow<T extends Table>(
  db: Db,
  table: T,
  key: Partial<Row<T>>,
  missing: () => Error = () => new Error(`no row of ${table}`),
): Promise<Row<T>> {
  const row = await findRow(db, table, key)
  if (row === undefined) throw missing()
  return row
}
