import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

export type PrimaryKey = Awaited<ReturnType<typeof primaryKeyOf>>

/** The primary key of a table that a query calls `t`: by it the table is read in parts. */
export async function primaryKeyOf(db: Db, table: string) {
  const { rows: key } = await sql<{ name: string; type: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey) with ordinality as part(attnum, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by part.position`.execute(db)
  // Rows without a key (ledger_due) are read in the order in which they lie.
  const columns = key.length > 0 ? key : [{ name: 'ctid', type: 'tid' }]
  const order = sql.join(columns.map(({ name }) => sql.ref(`t.${name}`)))
  const valuesAt = (position: string) =>
    sql.join(
      columns.map(({ type }, at) => sql`(${position}::json ->> ${sql.lit(at)})::${sql.raw(type)}`),
    )
  return {
    /** The columns, to order by. */
    order,
    /** The key as text, with which the next part goes on. */
    position: sql`json_build_array(${sql.join(
      columns.map(({ name }) => sql`${sql.ref(`t.${name}`)}::text`),
    )})::text`,
    isAfter: (position: string | undefined) =>
      position === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(${order}) > (${valuesAt(position)})`,
    isAt: (position: string) => sql<boolean>`(${order}) = (${valuesAt(position)})`,
  }
}
