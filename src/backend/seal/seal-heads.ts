import { sql } from 'kysely'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { Log } from '#backend/log.ts'
import type { SealStorePort } from '#backend/ports/seal-store.ts'
import { NO_SEAL, digestOf, type SealedHead } from './digest.ts'

/** Of one seal: so many hashes are worked out in well under a second. */
const HEADS_AT_ONCE = 10_000
/** An entry that was written before the last seal may have been committed after it. */
const OVERLAP_HOURS = 1

type Deps = {
  readonly database: Pick<DatabaseHandle, 'db'>
  readonly log: Log
  /** Without one nothing is posted: the seals lie in the database alone. */
  readonly sealStore: SealStorePort | undefined
}

/** Each hour: seals the audits that have moved, and posts what the store outside has not confirmed yet. */
export async function sealAudits(deps: Deps): Promise<void> {
  const { db } = deps.database
  while (await db.transaction().execute((tx) => sealOnce(tx)));
  await postSeals(deps)
}

type Head = SealedHead & { readonly until: Temporal.Instant }

/** @returns whether there may be more */
async function sealOnce(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit seal', 0))`.execute(tx)
  const last = await tx
    .selectFrom('audit_seal')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = last?.moved_until.subtract({ hours: OVERLAP_HOURS })
  const { rows: heads } = await sql<Head>`
    select h.chain, h.position, h.hash, clock_timestamp() as until from audit_head h
    where h.moved_at >= ${from ?? '-infinity'}
      and not exists (select from audit_seal_head s where s.head_of = h.chain and s.position = h.position)
    order by h.chain collate "C" limit ${HEADS_AT_ONCE}`.execute(tx)
  const [first] = heads
  if (first === undefined) return false
  const isWhole = heads.length < HEADS_AT_ONCE
  const number = (last?.number ?? 0) + 1
  const previous = last?.digest ?? NO_SEAL
  await insertRow(tx, 'audit_seal', {
    number,
    digest: digestOf(number, previous, heads),
    previous_digest: previous,
    heads: heads.length,
    // Where some are left they are found from the same moment on.
    moved_until: isWhole
      ? first.until
      : (last?.moved_until ?? Temporal.Instant.fromEpochMilliseconds(0)),
    sealed_at: first.until,
  })
  const rows = heads.map(({ chain, position, hash }) => ({ chain, position, hash, number }))
  await sql`insert into audit_seal_head (head_of, position, hash, number)
    select chain, position, hash, number from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sealed (chain text, position integer, hash text, number integer)`.execute(tx)
  return !isWhole
}

/** Post in order; one that is not answered is posted again in the next hour, under its number. */
async function postSeals({ database, log, sealStore }: Deps): Promise<void> {
  if (sealStore === undefined) return
  const waiting = await database.db
    .selectFrom('audit_seal')
    .select(['number', 'digest'])
    .where('posted_at', 'is', null)
    .orderBy('number')
    .execute()
  for (const seal of waiting) {
    const answer = await sealStore.put(seal)
    if (answer.kind === 'no-answer') return log.warn({ seal: seal.number }, 'seal not posted')
    if (answer.kind === 'rejected')
      return log.error({ seal: seal.number, reason: answer.reason }, 'seal refused by its store')
    await database.db
      .updateTable('audit_seal')
      .set({ posted_at: sql<Temporal.Instant>`clock_timestamp()` })
      .where('number', '=', seal.number)
      .where('posted_at', 'is', null)
      .execute()
  }
}
