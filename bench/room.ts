import type pg from 'pg'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { rollOverInParts } from '#backend/data/bulk/roll-over-parts.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { usageFeed } from '#tests/api/usage-feed.ts'
import { writeDays } from '#backend/data/bulk/write-days.ts'
import { newId } from '#backend/db/ids.ts'
import { createLog } from '#backend/log.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, instant, toTokyoMonth } from '#domain/tokyo.ts'
import type { Row } from './row.ts'
import { openScratch } from './scratch.ts'
import { untold } from './untold.ts'

const CONTRACTS = Number(process.env['BENCH_ROOM_CONTRACTS'] ?? 100)
const DAYS = 61
const HOURS_A_DAY = 12
const DAYS_A_YEAR = 365
const begin = instant('2026-10-01T00:00:00+09:00')
const TABLES = [
  'usage_record',
  'data_entry',
  'data_ledger',
  'usage_day',
  'data_opening',
  'data_bucket',
] as const

/**
 * 15.8: the room on disk of a contract and year, of a line with traffic in twelve hours of every day: two months go through
 * import, charge and the month rollover, and what lies on disk afterwards, indexes and all, is counted up to a year. The
 * anchor is the room of the records alone as COPY binary would send them.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const client = await scratch.pool.connect()
  const deps = {
    database: scratch,
    log: createLog('silent'),
    queue: { send: async () => undefined },
    ...untold,
  }
  try {
    const refs = await insertContracts(client)
    for (let day = 0; day < DAYS; day += 1) {
      const from = begin.add({ hours: day * 24 })
      const now = from.add({ hours: 24 })
      if (day === 0) await charge(deps, from)
      await client.query(`update import_cursor set cursor = ''`)
      const records = refs.flatMap((ref) => dayOf(ref, from))
      await importUsage({ ...deps, carrier: usageFeed(records, 10_000) }, now)
      await charge(deps, now)
    }
    await client.query('vacuum analyze')
    const rows: Row[] = []
    const anchorBytes = HOURS_A_DAY * DAYS_A_YEAR * BINARY_RECORD_BYTES
    for (const table of TABLES) {
      const { rows: sizes } = await client.query<{ bytes: number; count: number }>(
        `select (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = $1::regclass)
            + pg_total_relation_size($1::regclass)::float8 as bytes, (select count(*) from ${table})::float8 as count`,
        [table],
      )
      const { bytes = 0, count = 0 } = sizes[0] ?? {}
      const aYear = ((bytes / CONTRACTS) * DAYS_A_YEAR) / DAYS
      rows.push({
        what: `${table}: ${(bytes / count).toFixed(0)} bytes a row, ${(count / CONTRACTS).toFixed(0)} rows a contract in ${DAYS} days; a contract and year`,
        unit: 'kB',
        medianMs: aYear / 1000,
        anchor: 'its records as COPY binary sends them',
        anchorMs: anchorBytes / 1000,
        ratio: aYear / anchorBytes,
      })
    }
    return rows
  } finally {
    client.release()
    await scratch.drop()
  }
}

/** Ten fields with their lengths, ids of 25, 26 and 40 characters. */
const BINARY_RECORD_BYTES = 2 + 10 * 4 + 25 + 26 + 40 + 3 * 8 + 4 + 3 * 8

async function charge(deps: Parameters<typeof chargeQueued>[0], now: Temporal.Instant) {
  const inTransaction: Parameters<typeof rollOverInParts>[0] = (work) =>
    deps.database.db.transaction().execute(work)
  await rollOverInParts(inTransaction, deps.queue, toTokyoMonth(now), { now: () => now })
  await writeDays(inTransaction, now)
  await lookAtCalendar(deps, now)
  await chargeQueued(deps, now)
}

/** @returns the carrier's references of the lines. */
async function insertContracts(client: pg.PoolClient): Promise<string[]> {
  const ids = Array.from({ length: CONTRACTS }, () => newId('ctr'))
  const lines = ids.map(() => newId('line'))
  await client.query(
    `insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
     select 'acc' || id, id, '', '', '', now() from unnest($1::text[]) id`,
    [ids],
  )
  await client.query(
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
     select id, 'acc' || id, 18, 'single', 'active', now(), '2026-10-01' from unnest($1::text[]) id`,
    [ids],
  )
  await client.query(
    `insert into line (contract_id, line_id, carrier_ref, position, kind, sim_size, number_sealed, number_index,
       iccid_sealed, status)
     select id, line, 'ref' || line, 1, 'voice', 'nano', '', id, '', 'active'
     from unnest($1::text[], $2::text[]) as l (id, line)`,
    [ids, lines],
  )
  return lines.map((line) => `ref${line}`)
}

const dayOf = (lineRef: string, day: Temporal.Instant): UsageRecord[] =>
  Array.from({ length: HOURS_A_DAY }, (_, n) => {
    const from = day.add({ hours: 8 + n })
    return {
      recordId: `u-${lineRef}-${from.epochMilliseconds / 3_600_000}`,
      lineRef,
      from: formatRfc3339(from),
      to: formatRfc3339(from.add({ hours: 1 })),
      highBytes: 5_000_000 + n * 1000,
      lowBytes: 1000,
      revision: 1,
    }
  })
