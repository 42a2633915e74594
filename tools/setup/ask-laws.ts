import { readWalk } from '#backend/jobs/moved-clock.ts'
import { sql } from 'kysely'
import { connectDatabase } from '#backend/db/connect.ts'
import { createLog } from '#backend/log.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { sealStoreOf } from '#server/outside-systems.ts'
import { createProcedures } from '#server/procedures.ts'

export type AskedLaws = {
  /** A line for each that is broken or was not checked in time. */
  readonly faults: readonly string[]
  readonly inAll: string
}

/** Every law of the tables, and the hashes of every audit chain, of a database that has this version's schema. */
export async function askEveryLaw(databaseUrl: string): Promise<AskedLaws> {
  const handle = connectDatabase({ url: databaseUrl, maxConnections: 2, queryTimeoutMs: 60_000 })
  try {
    await learnTables(databaseUrl)
    const { at } = await readWalk(handle)
    const check = await checkLaws(
      {
        config: { DATABASE_URL: databaseUrl },
        database: handle,
        procedures: createProcedures(),
        book: publishedPrices,
        clock: { now: () => at },
        log: createLog('silent', { write: () => undefined }),
        sealStore: sealStoreOf(process.env),
      },
      { always: true },
    )
    if (check === 'unchanged') return { faults: [], inAll: 'nothing has changed' }
    const heads = await handle.db
      .selectFrom('audit_head')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const faults = [
      ...check.broken.map(
        ({ law, contract_id, what, found }) => `broken: ${law}: ${contract_id} ${what}: ${found}`,
      ),
      ...check.unfinished.map((law) => `not checked in time: ${law}`),
    ]
    return {
      faults,
      inAll: `${check.laws} laws and ${heads.count} audit chains, ${check.tookMs} ms`,
    }
  } finally {
    await handle.close()
  }
}

/**
 * After pg_restore the planner knows nothing of the tables, and a law that joins two large ones would not end in time. A
 * database that takes no writes has what its origin knew.
 */
async function learnTables(url: string) {
  const { db, close } = connectDatabase({ url, maxConnections: 1, queryTimeoutMs: 3_600_000 })
  try {
    const { rows } = await sql<{ areUnknown: boolean }>`
      select current_setting('transaction_read_only') = 'off' and exists (
        select from pg_class where oid in ('contract'::regclass, 'data_bucket'::regclass) and reltuples < 0) as "areUnknown"`.execute(
      db,
    )
    if (rows[0]?.areUnknown === true) await sql`analyze`.execute(db)
  } finally {
    await close()
  }
}
