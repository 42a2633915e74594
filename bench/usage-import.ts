import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { copyIn, staging } from '#backend/data/bulk/merge-usage.ts'
import { usageFeed } from '#tests/api/usage-feed.ts'
import { writeDays } from '#backend/data/bulk/write-days.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import { createLog } from '#backend/log.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, instant, tokyoMonth } from '#domain/tokyo.ts'
import { alternate, type Row } from './row.ts'
import { openScratch } from './scratch.ts'

const RECORDS = 200_000
const LINES = 2_000
const BATCH = 10_000
const ROUNDS = 5
const columns = `line_ref text, from_at timestamptz, to_at timestamptz, record_id text,
  revision integer, high_bytes bigint, low_bytes bigint`

/**
 * P9: how fast the carrier's records get into the database, against what the database can take at all: COPY of the
 * same rows in binary form into a table without a log and without an index.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const client = await scratch.pool.connect()
  try {
    await ensureMonthPartitions(scratch, 'usage_record', [tokyoMonth('2026-11')])
    await insertLines(client)
    const records = makeRecords()
    await client.query(`create unlogged table anchor (${columns})`)
    const anchor = await prepareAnchor(scratch.url, client, records)
    const timeOf = await alternate(ROUNDS, {
      anchor: () => anchor.load(),
      copied: () => copyAll(client, records),
      imported: () => importAll(scratch, records),
    })
    anchor.remove()
    const against = { anchor: anchor.name, anchorMs: timeOf('anchor') }
    const ratioOf = (ms: number) => timeOf('anchor') / ms
    return [
      {
        goal: 'P9',
        what: `${RECORDS} records from memory into the staging table`,
        medianMs: timeOf('copied'),
        ...against,
        ratio: ratioOf(timeOf('copied')),
        wanted: { atLeast: 0.4 },
      },
      {
        goal: 'P12',
        what: 'the whole import: staging, newest revision, records, days, dues',
        medianMs: timeOf('imported'),
        ...against,
        ratio: ratioOf(timeOf('imported')),
        wanted: { atLeast: 0.12 },
      },
    ]
  } finally {
    client.release()
    await scratch.drop()
  }
}

function makeRecords(): UsageRecord[] {
  const begin = instant('2026-11-01T00:00:00+09:00')
  const hours = Array.from({ length: RECORDS / LINES + 1 }, (_, n) =>
    formatRfc3339(begin.add({ hours: n })),
  )
  return Array.from({ length: RECORDS }, (_, n) => {
    const hour = Math.floor(n / LINES)
    const lineRef = `line-ref-${String(n % LINES).padStart(6, '0')}`
    return {
      recordId: `u-${lineRef}-${hour}`,
      lineRef,
      from: hours[hour] ?? '',
      to: hours[hour + 1] ?? '',
      highBytes: (n * 7919) % 90_000_000,
      lowBytes: (n * 104_729) % 9_000_000,
      revision: 1,
    }
  })
}

async function insertLines(client: pg.PoolClient) {
  await client.query(`
    insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
    select 'acc-' || n, 's' || n, '', '', '', now() from generate_series(0, ${LINES - 1}) n`)
  await client.query(`
    insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
    select 'ctr-' || n, 'acc-' || n, 13, 'single', 'active', now(), '2026-11-01'
    from generate_series(0, ${LINES - 1}) n`)
  await client.query(`
    insert into line (contract_id, line_id, carrier_ref, position, kind, sim_size, number_sealed,
      number_index, iccid_sealed, status)
    select 'ctr-' || n, 'line-' || n, 'line-ref-' || lpad(n::text, 6, '0'), 1, 'voice', 'nano', '', n, '', 'active'
    from generate_series(0, ${LINES - 1}) n`)
  await client.query('analyze line')
}

/** A file that the server reads itself, where it may; else the same bytes from here. */
async function prepareAnchor(url: string, client: pg.PoolClient, records: readonly UsageRecord[]) {
  await client.query(`create temp table usage_staging (${columns})`)
  await copyIn(client, records)
  await client.query('insert into anchor select * from usage_staging; drop table usage_staging')
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  const binary = await buffer(reader.query(copyTo('copy anchor to stdout (format binary)')))
  await reader.end()
  const file = join(tmpdir(), `usage-${process.pid}.bin`)
  writeFileSync(file, binary)
  chmodSync(file, 0o644)
  const fromFile = async () => {
    await client.query('truncate anchor')
    await client.query(`copy anchor from '${file}' (format binary)`)
  }
  const fromMemory = async () => {
    await client.query('truncate anchor')
    const stream = client.query(copyFrom('copy anchor from stdin (format binary)'))
    await pipeline(Readable.from([binary]), stream)
  }
  const mayRead = await fromFile().then(
    () => true,
    () => false,
  )
  return {
    name: mayRead
      ? 'COPY binary file, unlogged, no index'
      : 'COPY binary stdin, unlogged, no index',
    load: mayRead ? fromFile : fromMemory,
    remove: () => rmSync(file, { force: true }),
  }
}

async function copyAll(client: pg.PoolClient, records: readonly UsageRecord[]) {
  await client.query('begin')
  await client.query(staging)
  for (let n = 0; n < records.length; n += BATCH) await copyIn(client, records.slice(n, n + BATCH))
  await client.query('commit')
}

/** As the task does it: batch by batch, and the days when they are over. */
async function importAll(database: DatabaseHandle, records: readonly UsageRecord[]) {
  await database.pool.query(`truncate usage_record, usage_day, ledger_due, import_cursor;
    update usage_day_end set before = '-infinity', writing = '-infinity'`)
  const now = instant('2026-11-20T10:00:00+09:00')
  const deps = { database, log: createLog('silent'), carrier: usageFeed(records, BATCH) }
  await importUsage(deps, now)
  await writeDays((work) => database.db.transaction().execute(work), now)
}
