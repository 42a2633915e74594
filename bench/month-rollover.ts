import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { z } from 'zod'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { giveData } from '#backend/data/commands/give-data.ts'
import { ledgersUnlikeReplay } from '#backend/data/queries/ledger-sample.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import { topUpGrant } from '#domain/data/grant.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { openMemberPages } from './mypage-under-test.ts'
import { insertRolloverContracts } from './rollover-contracts.ts'
import type { Row } from './row.ts'
import { program } from './portal-under-test.ts'

/** The goal speaks of 1,000,000; a fiftieth shows the same ratios in a fiftieth of the time. */
const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 20_000)
const ROLLOVER = instant('2026-12-01T00:00:00+09:00')
/** For a million contracts, which take a quarter of an hour beside a member who never pauses: nobody is there. */
const ALONE = process.env['BENCH_ALONE'] === '1'
const QUIET_VISITS = 200
const PATH = '/mypage/top.html'

const reportOf = z.object({
  rolloverMs: z.number(),
  calendarMs: z.number(),
  replayMs: z.number(),
  replayed: z.int(),
  longestPauseMs: z.number(),
  cpuMs: z.number(),
})

/**
 * 15.4: the month rollover of all contracts by two workers in processes of their own, while a member reads my page and
 * buys data. The anchor is INSERT … SELECT of the rows that it wrote, into tables without a log and without an index.
 */
export async function run(): Promise<Row[]> {
  const portal = await openMemberPages()
  const database = connectDatabase({ url: portal.url, queryTimeoutMs: 600_000, maxConnections: 3 })
  const client = await database.pool.connect()
  try {
    await ensureMonthPartitions(database, 'usage_record', [tokyoMonth('2026-11')])
    await insertRolloverContracts(client, CONTRACTS)
    await client.query('vacuum analyze')
    const { secret } = await portal.signIn('sato')
    const visit = () => timed(() => visitTop(portal.app, secret))
    for (let n = 0; n < 20; n += 1) await visit()
    const quiet: number[] = []
    for (let n = 0; n < QUIET_VISITS; n += 1) quiet.push(await visit())

    const workers = [worker(portal.url, 'work'), worker(portal.url, 'help')]
    const over = Promise.allSettled(workers)
    const { signal: isOver } = endOf(over)
    const during: number[] = []
    const changes: number[] = []
    const began = performance.now()
    const reading = async () => {
      while (!isOver.aborted) during.push(await visit())
    }
    const changing = async () => {
      for (let n = 0; !isOver.aborted; n += 1)
        changes.push(await timed(() => buy(database, portal.queue, n)))
    }
    await Promise.all([over, ...(ALONE ? [] : [reading(), changing()])])
    const wholeMs = performance.now() - began
    const reports = await Promise.all(workers)
    const most = (name: keyof (typeof reports)[number]) =>
      Math.max(...reports.map((one) => one[name]))
    const anchorMs = await rawCopy(client)
    const calendarMs = most('calendarMs')
    const replayed = reports.reduce((sum, one) => sum + one.replayed, 0)
    await requireLaws(database)
    const of = `${CONTRACTS} contracts, two workers${ALONE ? ', nobody else there' : ''}`
    const anchor = 'INSERT … SELECT of the same entries, buckets and openings, unlogged, no index'
    return [
      {
        what: `${of}: the rollover by sets`,
        medianMs: most('rolloverMs'),
        anchor,
        anchorMs,
        ratio: most('rolloverMs') / anchorMs,
      },
      {
        what: `${of}: what is left to the replay (${replayed} contracts)`,
        medianMs: most('replayMs'),
        anchor,
        anchorMs,
        ratio: most('replayMs') / anchorMs,
      },
      {
        what: `${of}: the look at the calendar after it`,
        medianMs: calendarMs,
        anchor,
        anchorMs,
        ratio: calendarMs / anchorMs,
      },
      { what: `${of}: all of it`, medianMs: wholeMs, anchor, anchorMs, ratio: wholeMs / anchorMs },
      ...(ALONE ? [] : besideMember(during, quiet, changes)),
      {
        what: 'longest time without progress of a worker',
        medianMs: most('longestPauseMs'),
        anchor: 'two seconds',
        anchorMs: 2000,
        ratio: most('longestPauseMs') / 2000,
        wanted: { atMost: 1 },
      },
    ]
  } finally {
    client.release()
    await database.close()
    await portal.close()
  }
}

function besideMember(
  during: readonly number[],
  quiet: readonly number[],
  changes: readonly number[],
): Row[] {
  return [
    {
      goal: '15.4',
      what: `p95 of my page during the rollover (${during.length} visits)`,
      medianMs: p95(during),
      anchor: `its p95 before (${quiet.length} visits)`,
      anchorMs: p95(quiet),
      ratio: p95(during) / p95(quiet),
      wanted: { atMost: 2 },
    },
    {
      what: `p95 of a purchase during the rollover (${changes.length} purchases)`,
      medianMs: p95(changes),
      anchor: 'two seconds and a half, after which a lock is given up',
      anchorMs: 2500,
      ratio: p95(changes) / 2500,
      wanted: { atMost: 1 },
    },
  ]
}

/** Aborted when the work is done. */
function endOf(work: Promise<unknown>): AbortController {
  const end = new AbortController()
  void work.then(() => end.abort())
  return end
}

/** As in production: one process walks through the hour, another is asked to help with the month rollover. */
async function worker(url: string, role: 'work' | 'help') {
  const child = spawn(process.execPath, [program('rollover-worker'), ROLLOVER.toString(), role], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said = await text(child.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error(`a worker ended with ${String(code)}`)
  return reportOf.parse(JSON.parse(said))
}

type Pages = Awaited<ReturnType<typeof openMemberPages>>

async function visitTop(app: Pages['app'], secret: string) {
  const headers = { cookie: `sid=${secret}`, 'accept-encoding': 'br' }
  const answer = await app.fetch(new Request(`http://localhost:3000${PATH}`, { headers }))
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`my page answered ${answer.status}`)
}

/** A change of a ledger as a member's purchase makes it, at another contract each time. */
async function buy(
  database: Awaited<ReturnType<typeof connectDatabase>>,
  queue: Pages['queue'],
  n: number,
) {
  const { rows } = await database.pool.query<{ contract_id: string }>(
    `select contract_id from contract where status = 'active' and contract_id > 'ctr_' || md5($1)
     order by contract_id limit 1`,
    [`purchase ${n}`],
  )
  const contractId = rows[0]?.contract_id ?? ''
  const grant = topUpGrant(`bench-${n}`, '100mb', ROLLOVER)
  await database.db
    .transaction()
    .execute((tx) => giveData(tx, { queue }, contractId, grant, ROLLOVER))
}

async function rawCopy(client: pg.PoolClient): Promise<number> {
  const at = ROLLOVER.toString()
  const written = {
    data_entry: `recorded_at >= '${at}'`,
    data_bucket: `granted_at >= '${at}' or kind = 'carry' and expires_at > '${at}'`,
    data_opening: `at = '${at}'`,
  }
  for (const table of Object.keys(written))
    await client.query(`create unlogged table raw_${table} as select * from ${table} with no data`)
  return timed(async () => {
    for (const [table, which] of Object.entries(written))
      await client.query(`insert into raw_${table} select * from ${table} where ${which}`)
  })
}

async function requireLaws({ db }: Awaited<ReturnType<typeof connectDatabase>>) {
  const broken = [...(await brokenDataLaws(db)), ...(await ledgersUnlikeReplay(db, ROLLOVER))]
  if (broken[0]) throw new Error(`a law is broken: ${JSON.stringify(broken[0])}`)
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
