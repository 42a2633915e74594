import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isAbout, type Held, type HeldOf } from '#backend/held.ts'

/** Tables in the order in which their rows can be deleted: what refers to another comes before it. */
async function inOrder(tx: Db, held: readonly Held[]): Promise<Held[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(tx)
  const left = new Map<string, Held>(held.map((one) => [one.table, one]))
  const ordered: Held[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ table }) => !rows.some(({ child, parent }) => parent === table && left.has(child)),
    )
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    for (const one of free) left.delete(one.table)
    ordered.push(...free)
  }
  return ordered
}

/** Deletes what these tables hold about the member; the account's own row is not among them (`deleteAccount` of holder.ts). */
export async function letGo(tx: Db, held: readonly Held[], of: HeldOf): Promise<void> {
  const ids = of.contractId === undefined ? of.accountId : `${of.accountId} ${of.contractId}`
  // Without this word the database refuses to delete what nobody may change.
  await sql`select set_config('portal.kept_long_enough', ${ids}, true)`.execute(tx)
  const tables = await inOrder(
    tx,
    held.filter(({ table }) => table !== 'account'),
  )
  for (const { table, by } of tables)
    await sql`delete from ${sql.table(table)} where ${isAbout(by, of)}`.execute(tx)
}
