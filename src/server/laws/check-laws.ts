import { sql } from 'kysely'
import { z } from 'zod'
import { billsUnlikeFacts } from '#backend/billing/public.ts'
import type { BrokenLaw } from '#backend/broken-law.ts'
import { ledgersUnlikeReplay } from '#backend/data/public.ts'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import { brokenTables } from '#backend/procedure/findings.ts'
import type { Services } from '../services.ts'
import { verifySeals } from '#backend/seal/verify-seals.ts'
import { brokenAudits } from './audit-hashes.ts'
import { lawsOfTheHouse, type Law } from './laws.ts'

/** A law that takes longer is given up and named: nobody waits for it, but it must not hold the database up. */
const LAW_SECONDS = 60
/** Of one law, in the log and in the stored result. */
const MAX_ROWS = 20

export type LawCheck = {
  readonly broken: readonly BrokenLaw[]
  readonly unfinished: readonly string[]
  readonly laws: number
  readonly tookMs: number
}

/** One an hour, however many hours a demo's clock walks through in it. */
export const checkLawsJob = defineJob({
  name: 'laws',
  payload: z.object({}),
  retryLimit: 1,
  retryDelaySeconds: 60,
  atMostEverySeconds: 3600,
})

type Deps = Pick<Services, 'procedures' | 'clock' | 'log' | 'book' | 'sealStore'> & {
  config: Pick<Services['config'], 'DATABASE_URL'>
  database: Pick<Services['database'], 'db'>
}

export const runCheckLaws = (services: Deps) =>
  runJob(checkLawsJob, async () => void (await checkLaws(services)))

/**
 * Asks every law of the tables, keeps the answer for /health and for `npm run laws`, and says what is broken. Where
 * nothing has changed since the last time within a day, nothing is asked.
 */
export async function checkLaws(
  { config, procedures, clock, log, database, book, sealStore }: Deps,
  { always = false } = {},
): Promise<LawCheck | 'unchanged'> {
  const changes = await countChanges(database.db)
  if (!always && (await isUnchanged(database.db, changes))) return 'unchanged'
  const isReadOnly = await takesNoWrites(database.db)
  const began = performance.now()
  const laws = lawsOfTheHouse(procedures, clock.now())
  const asked = await askLaws(config.DATABASE_URL, laws)
  const broken = [
    ...asked.broken,
    ...(await brokenTables(database.db, procedures)),
    ...(await ledgersUnlikeReplay(database.db, clock.now())),
    ...(await billsUnlikeFacts(database.db, book, clock.now())),
    ...(await brokenAudits(database.db, Temporal.Now.instant(), { all: always, isReadOnly })),
  ]
  broken.push(...(await brokenSeals(database.db, { always, sealStore })))
  const tookMs = Math.round(performance.now() - began)
  const check = { broken, unfinished: asked.unfinished, laws: laws.length + 5, tookMs }
  for (const one of check.broken) log.error(one, 'law broken')
  for (const law of check.unfinished) log.error({ law }, 'law not checked in time')
  log.info({ laws: check.laws, tookMs, broken: broken.length }, 'laws checked')
  if (!isReadOnly) await keep(database.db, check, changes)
  return check
}

/** Once a day is enough for what goes through every seal there is: it is asked with all laws (`npm run laws`). */
async function brokenSeals(
  db: Db,
  { always, sealStore }: { always: boolean; sealStore: Services['sealStore'] },
): Promise<readonly BrokenLaw[]> {
  return always ? (await verifySeals(db, sealStore)).broken : []
}

/** A standby, or a recovery to a point in time that waits for its resumption. */
async function takesNoWrites(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(db)
  return rows[0]?.isReadOnly === true
}

/** Each law in a reading transaction of its own, on a connection that no member waits for. */
async function askLaws(
  url: string,
  laws: readonly Law[],
): Promise<Pick<LawCheck, 'broken' | 'unfinished'>> {
  const handle = connectDatabase({
    url,
    maxConnections: 1,
    queryTimeoutMs: (LAW_SECONDS + 5) * 1000,
  })
  const broken: BrokenLaw[] = []
  const unfinished: string[] = []
  try {
    for (const law of laws) {
      try {
        broken.push(...(await handle.db.transaction().execute((tx) => ask(tx, law))))
      } catch (error) {
        if (!isTimeout(error)) throw error
        unfinished.push(law.name)
      }
    }
  } finally {
    await handle.close()
  }
  return { broken, unfinished }
}

async function ask(tx: Db, { name, query, awaitsCharge }: Law): Promise<BrokenLaw[]> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  await sql`select set_config('statement_timeout', ${`${LAW_SECONDS}s`}, true)`.execute(tx)
  const waiting = awaitsCharge
    ? sql`where not exists (select from ledger_due d where d.contract_id = found.contract_id)`
    : sql``
  const { rows } = await sql<Omit<BrokenLaw, 'law'>>`
    select * from (${sql.raw(query)}) found ${waiting} limit ${MAX_ROWS}`.execute(tx)
  return rows.map((row) => ({ law: name, ...row }))
}

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Rows written since the statistics began, but for those of tables no law reads. */
async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint as changes
    from pg_stat_user_tables where schemaname = current_schema()
      and relname <> all('{clock_setting,law_check,audit_head,request_count,session,idempotency_key}'::text[])`.execute(
    db,
  )
  return rows[0]?.changes ?? 0
}

async function isUnchanged(db: Db, changes: number): Promise<boolean> {
  const { rows } = await sql`
    select from law_check where changes = ${changes} and unfinished = '{}' and broken = '[]'
      and checked_at > clock_timestamp() - interval '1 day'`.execute(db)
  return rows.length > 0
}

async function keep(db: Db, { broken, unfinished, tookMs }: LawCheck, changes: number) {
  await sql`
    insert into law_check (checked_at, took_ms, changes, broken, unfinished)
    values (clock_timestamp(), ${tookMs}, ${changes}, ${JSON.stringify(broken)}::jsonb, ${[...unfinished]}::text[])
    on conflict (singleton) do update set checked_at = excluded.checked_at, took_ms = excluded.took_ms,
      changes = excluded.changes, broken = excluded.broken, unfinished = excluded.unfinished`.execute(
    db,
  )
}
