import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

export type SealedCount = {
  readonly table: string
  readonly column: string
  readonly keyId: string
  readonly values: number
}

type Columns = { schema: string; table: string; columns: string[]; isBytes: boolean }

/** The beginning of a sealed value, wherever it lies: key, nonce, tag. */
const BEGINNING = String.raw`(?<![[:alnum:]_.-])(k[1-9][0-9]{0,4})\.[[:alnum:]_-]{16}\.[[:alnum:]_-]{22}\.`

/**
 * Searches every text, JSON and bytes of the whole database for sealed values, whatever the list of sealed columns says:
 * by it is known that a key is needed no more.
 */
export async function countSealed(db: Db): Promise<SealedCount[]> {
  const { rows: tables } = await sql<Columns>`
    select n.nspname as schema, c.relname as table, a.atttypid = 'bytea'::regtype as "isBytes",
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relname <> 'sealing_key'
      and a.atttypid = any ('{text,varchar,json,jsonb,bytea,text[]}'::regtype[])
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  const found: SealedCount[] = []
  for (const asked of tables) {
    const { rows } = await sql<Omit<SealedCount, 'table'>>`
      select "column", key as "keyId", count(*)::int as values from (${keysIn(asked)}) f
      where key is not null group by 1, 2 order by 1, 2`.execute(db)
    found.push(...rows.map((row) => ({ table: asked.table, ...row })))
  }
  return found
}

/** Of each sealed value the column and the key. */
function keysIn({ schema, table, columns, isBytes }: Columns) {
  const valueOf = (name: string) =>
    isBytes
      ? sql`encode(substring(${sql.ref(name)} from 1 for 8), 'escape')`
      : // Of a sealed value the first letters say enough; a PDF is a long text.
        sql`case when starts_with(${sql.ref(name)}::text, 'k') then left(${sql.ref(name)}::text, 60)
          else ${sql.ref(name)}::text end`
  const values = columns.map((name) => sql`(${sql.lit(name)}, ${valueOf(name)})`)
  const all = sql`${sql.table(`${schema}.${table}`)}
    cross join lateral (values ${sql.join(values)}) v ("column", value)`
  return isBytes
    ? sql`select v."column", substring(v.value from '^(k[1-9][0-9]{0,4})[.]') as key from ${all}`
    : sql`select v."column", m[1] as key from ${all}
        cross join lateral regexp_matches(v.value, ${sql.lit(BEGINNING)}, 'g') m`
}

/** How many values each key has sealed. */
export function byKey(counts: readonly SealedCount[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { keyId, values } of counts) sums.set(keyId, (sums.get(keyId) ?? 0) + values)
  return sums
}
