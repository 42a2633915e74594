import { sql, type Selectable } from 'kysely'
import type { Database } from '#backend/db/tables.ts'
import type { Harness } from './harness.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>

/** The rows of a table that have these values, with the named columns, in the order of one of its columns. */
export async function rowsOf<T extends Table, Column extends keyof Row<T> & string>(
  { database }: Pick<Harness, 'database'>,
  table: T,
  columns: readonly Column[],
  having: Partial<Row<T>> = {},
  orderBy?: keyof Row<T> & string,
): Promise<Pick<Row<T>, Column>[]> {
  const conditions = Object.entries(having).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<Pick<Row<T>, Column>>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    ${orderBy === undefined ? sql`` : sql`order by ${sql.ref(orderBy)}`}`.execute(database.db)
  return rows
}

/** The one row that has these values. */
export async function rowOf<T extends Table, Column extends keyof Row<T> & string>(
  harness: Pick<Harness, 'database'>,
  table: T,
  columns: readonly Column[],
  having: Partial<Row<T>>,
): Promise<Pick<Row<T>, Column>> {
  const rows = await rowsOf(harness, table, columns, having)
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows of ${table}`)
  return row
}
