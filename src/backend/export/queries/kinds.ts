import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isAbout, type Held } from '#backend/held.ts'
import { findEnd } from '#backend/retention.ts'
import { keptForWords, lastKeptDay } from '#domain/account/kept-for.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { heldApi } from '#protocol/held.ts'

/** The kinds of records there are about the member, found by the declarations that retention goes by (wire HeldKinds). */
export async function listKinds(
  db: Db,
  deps: { readonly held: () => readonly Held[] },
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Answer<typeof heldApi.heldGet>> {
  const held = deps.held()
  const contract = await findEnd(db, accountId)
  const of = { accountId, contractId: contract?.contractId }
  const asked = held.map(
    ({ table, by }) =>
      sql`select ${table} as name where exists (select 1 from ${sql.table(table)} where ${isAbout(by, of)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(asked, sql` union all `)}`.execute(db)
  const known = new Set(rows.map(({ name }) => name))
  return {
    kinds: held
      .filter(({ table }) => known.has(table))
      .map(({ title, kept }) => {
        const end = contract?.end
        const until = end === undefined ? undefined : lastKeptDay(kept.for, end)
        return {
          title,
          keptFor:
            contract === undefined
              ? keptForWords.account(toTokyoDate(now))
              : keptForWords[kept.for](toTokyoDate(now)),
          ...(until && { keptUntil: until }),
          ...(kept.past && { earlier: kept.past.words }),
        }
      }),
  }
}
