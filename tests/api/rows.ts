import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Database } from '#backend/db/tables.ts'
import type { Harness } from './harness.ts'

type Table = keyof Database
type Row<T extends Table> = Selectable<Database[T]>
type Of = Pick<Harness, 'database'>

/** The rows of a table that have these values, with the named columns or all, in the order of some of its columns. */
export async function rowsOf<T extends Table, Column extends keyof Row<T> & string>(
  { database }: Of,
  table: T,
  columns: readonly Column[] | '*',
  having: Partial<Row<T>> = {},
  ...orderBy: (keyof Row<T> & string)[]
): Promise<Pick<Row<T>, Column>[]> {
  const { rows } = await sql<Pick<Row<T>, Column>>`
    select ${columns === '*' ? sql`*` : namesOf(columns)} from ${sql.table(table)}
    ${whereHaving(having)}
    ${orderBy.length === 0 ? sql`` : sql`order by ${namesOf(orderBy)}`}`.execute(database.db)
  return rows
}

/** The one row that has these values. */
export async function rowOf<T extends Table, Column extends keyof Row<T> & string>(
  harness: Of,
  table: T,
  columns: readonly Column[] | '*',
  having: Partial<Row<T>>,
): Promise<Pick<Row<T>, Column>> {
  const rows = await rowsOf(harness, table, columns, having)
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows of ${table}`)
  return row
}

/** Changes the rows that have these values, past the rules of the service. */
export async function setRows<T extends Table>(
  { database }: Of,
  table: T,
  values: Updateable<Database[T]>,
  having: Partial<Row<T>>,
): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} ${whereHaving(having)}`.execute(
    database.db,
  )
}

/** Puts a row in, past the rules of the service. */
export async function addRow<T extends Table>(
  { database }: Of,
  table: T,
  values: Insertable<Database[T]>,
): Promise<void> {
  await sql`insert into ${sql.table(table)} (${namesOf(Object.keys(values))})
    values (${sql.join(Object.values(values))})`.execute(database.db)
}

/** Puts a contract into a state that only time or an operator brings about. */
export const setContract = (
  harness: Of,
  contractId: string,
  values: Updateable<Database['contract']>,
) => setRows(harness, 'contract', values, { contract_id: contractId })

function namesOf(columns: readonly string[]) {
  return sql.join(columns.map((name) => sql.ref(name)))
}

function whereHaving(values: object) {
  const conditions = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql`where ${sql.join([sql`true`, ...conditions], sql` and `)}`
}

/** How many rows a table has, of those that `where` names. */
export async function countRows({ database }: Harness, table: string, where = 'true') {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  )
  return rows[0]?.n ?? 0
}
