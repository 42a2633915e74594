import { sql } from 'kysely'
import { connectDatabase, type DatabaseHandle, type Db } from '#backend/db/connect.ts'
import { columnsOf, notNull } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { byKey, countSealed } from './count-sealed.ts'
import { findFormerKeys } from './known-keys.ts'
import { sealedTables } from '../tables.ts'
import { sealPart } from './sealed-in.ts'

/** Rows of one transaction: short enough that nobody waits for them. */
const ROWS_AT_ONCE = 100
/** What one job does; it then asks for the next, so that a worker can end in between. */
const SLICE_MS = 10_000
/** A search of the whole database reads every row. */
const SEARCH_MS = 3_600_000

export const resealJob = defineJob({
  name: 'reseal',
  payload: z.object({}),
  retryLimit: 2,
  retryDelaySeconds: 60,
})

type Deps = {
  database: Pick<DatabaseHandle, 'db'>
  sealing: Sealing
  /** For the search, which takes longer than a request may. */
  databaseUrl: string
}

export type ResealProgress = {
  readonly table: string
  readonly rowsRead: number
  readonly sealed: number
  readonly unopened: number
}

export const runReseal = ({ database, sealing, config, queue, log }: Services) =>
  runJob(resealJob, async () => {
    const deps = { database, sealing, databaseUrl: config.DATABASE_URL }
    const ended = await sealAnew(deps, { forMs: SLICE_MS })
    if (ended === 'interrupted') return queue.send(database.db, resealJob, {})
    if (ended !== 'nothing') log.info({ left: Object.fromEntries(ended.left) }, 'sealed anew')
  })

/** Begins to seal anew what a former key has sealed, where no job is at it already; once a day where some of it stays. */
export const resealTask = ({ database, sealing, queue }: Services) => ({
  name: 'sealed anew',
  run: async () => {
    const former = await findFormerKeys(database.db, sealing)
    if (former.length > 0 && !(await isAtRest(database.db, sealing.keyId)))
      await queue.send(database.db, resealJob, {})
  },
})

/** A job is at it or waits to be, or a pass has ended within a day and left what it could not seal anew. */
async function isAtRest(db: Db, keyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${resealJob.name} and state in ('created', 'retry', 'active')
    union all
    select from resealing where to_key = ${keyId}
    having count(finished_at) = ${sealedTables.length} and max(finished_at) > clock_timestamp() - interval '1 day'
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Seals with the key of now what former keys have sealed, table by table and part by part; it goes on where it stopped.
 * After the last table the whole database is searched, and the next pass begins where something is left: what an old
 * process has sealed meanwhile, or what somebody held locked.
 */
export async function sealAnew(
  { database: { db }, sealing, databaseUrl }: Deps,
  {
    forMs = Number.POSITIVE_INFINITY,
    onProgress,
  }: { forMs?: number; onProgress?: (progress: ResealProgress) => void } = {},
): Promise<'nothing' | 'interrupted' | { readonly left: ReadonlyMap<string, number> }> {
  if ((await findFormerKeys(db, sealing)).length === 0) return 'nothing'
  await beginAnew(db, sealing.keyId)
  const until = performance.now() + forMs
  for (const declared of sealedTables) {
    const { table } = declared
    for (;;) {
      const part = await db.transaction().execute(async (tx) => {
        const begun = await lockProgress(tx, table, sealing.keyId)
        if (begun.finished_at !== null) return undefined
        await sql`select set_config('portal.sealing_anew', 'on', true)`.execute(tx)
        const after = begun.after ?? undefined
        const done = await sealPart(tx, sealing, declared, { after, limit: ROWS_AT_ONCE })
        return writeProgress(tx, table, done)
      })
      if (part === undefined) break
      onProgress?.(part)
      if (performance.now() > until) return 'interrupted'
    }
  }
  return { left: await searchAll(databaseUrl, db, sealing) }
}

/** A pass that has ended stays readable until the next one begins, which reads everything from the beginning. */
async function beginAnew(db: Db, keyId: string) {
  const ended = await columnsOf(db, 'resealing', ['table_name'], {
    to_key: keyId,
    finished_at: notNull,
  })
  const names = new Set<string>(ended.map(({ table_name: name }) => name))
  if (sealedTables.every(({ table }) => names.has(table)))
    await db.deleteFrom('resealing').execute()
}

async function lockProgress(tx: Db, table: string, keyId: string) {
  const none = {
    after: null,
    rows_read: 0,
    resealed: 0,
    unopened: 0,
    finished_at: null,
  }
  await tx
    .insertInto('resealing')
    .values({ table_name: table, to_key: keyId, ...none })
    .onConflict((conflict) =>
      conflict
        .column('table_name')
        .doUpdateSet({ to_key: keyId, ...none })
        .where('resealing.to_key', '<>', keyId),
    )
    .execute()
  return tx
    .selectFrom('resealing')
    .selectAll()
    .where('table_name', '=', table)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function writeProgress(
  tx: Db,
  table: string,
  done: { rowsRead: number; sealed: number; unopened: number; next: string | undefined },
): Promise<ResealProgress> {
  const row = await tx
    .updateTable('resealing')
    .set((eb) => ({
      after: done.next ?? null,
      rows_read: eb('rows_read', '+', done.rowsRead),
      resealed: eb('resealed', '+', done.sealed),
      unopened: eb('unopened', '+', done.unopened),
      finished_at: done.next === undefined ? sql<Temporal.Instant>`clock_timestamp()` : null,
    }))
    .where('table_name', '=', table)
    .returning(['rows_read', 'resealed', 'unopened'])
    .executeTakeFirstOrThrow()
  return {
    table,
    rowsRead: row.rows_read,
    sealed: row.resealed,
    unopened: row.unopened,
  }
}

/**
 * How many values each key has sealed, by a search of the whole database; written down for every key but the one that
 * seals now, so that the next start knows which secrets are needed no more.
 */
export async function searchAll(
  databaseUrl: string,
  db: Db,
  sealing: Sealing,
): Promise<ReadonlyMap<string, number>> {
  const handle = connectDatabase({ url: databaseUrl, maxConnections: 1, queryTimeoutMs: SEARCH_MS })
  try {
    const found = byKey(await countSealed(handle.db))
    const known = await db.selectFrom('sealing_key').select('key_id').execute()
    for (const { key_id: id } of known) {
      if (id === 'index' || id === sealing.keyId) continue
      await db
        .updateTable('sealing_key')
        .set({ values_left: found.get(id) ?? 0, counted_at: sql`clock_timestamp()` })
        .where('key_id', '=', id)
        .execute()
    }
    return found
  } finally {
    await handle.close()
  }
}
