import { sql } from 'kysely'
import { accountOf, type Caller } from '#backend/caller.ts'
import { isAbout, type Held } from '#backend/held.ts'
import { findEnd } from '#backend/retention.ts'
import { keptForWords, lastKeptDay } from '#domain/account/kept-for.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { heldApi } from '#protocol/held.ts'

/** What there is of the member, from the same rows by which it is let go. */
export async function heldKinds(
  caller: Caller,
  held: readonly Held[],
): Promise<Answer<typeof heldApi.heldGet>> {
  const { db, now } = caller
  const { accountId } = accountOf(caller)
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
