import { usageByDay } from '#backend/data/queries/usage.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { alternate, type Row } from './row.ts'
import { openScratch } from './scratch.ts'

const SMALL_ROWS = 1_000
/** Ten million in the goal; fewer for a quick look. */
const BIG_ROWS = Number(process.env['BENCH_HOT_ROWS'] ?? 10_000_000)
const DAYS = 30
/** Members who look at their page at about the same time, spread over the whole table. */
const HOT_CONTRACTS = 500
const READS = 400
const ROUNDS = 9
const month = { from: tokyoDate('2026-11-01'), to: tokyoDate('2026-11-30') }

/** P10: a month of one contract's days, read as my page reads it, from a small and a large table, and by bare pg. */
export async function run(): Promise<Row[]> {
  const small = await openScratch()
  const big = await openScratch()
  try {
    await fill(small, SMALL_ROWS)
    await fill(big, BIG_ROWS)
    let seed = 1
    const anyOf = (rows: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      const contracts = Math.floor(rows / DAYS)
      const apart = Math.max(1, Math.floor(contracts / HOT_CONTRACTS))
      return `ctr-${((seed % HOT_CONTRACTS) * apart) % contracts}`
    }
    const ours = (db: typeof small, rows: number) => async () => {
      for (let n = 0; n < READS; n += 1) await usageByDay(db.db, anyOf(rows), month)
    }
    const bare = async () => {
      for (let n = 0; n < READS; n += 1)
        await big.pool.query(bareQuery, [anyOf(BIG_ROWS), month.from, month.to])
    }
    const contenders = { small: ours(small, SMALL_ROWS), big: ours(big, BIG_ROWS), bare }
    await alternate(4, contenders)
    const timeOf = await alternate(ROUNDS, contenders)
    const [smallMs, bigMs, bareMs] = [
      timeOf('small') / READS,
      timeOf('big') / READS,
      timeOf('bare') / READS,
    ] as const
    return [
      {
        goal: 'P10',
        what: `a contract's month at ${BIG_ROWS} rows`,
        medianMs: bigMs,
        anchor: `the same at ${SMALL_ROWS} rows`,
        anchorMs: smallMs,
        ratio: bigMs / smallMs,
        wanted: { atMost: 1.15 },
      },
      {
        goal: 'P10',
        what: `a contract's month at ${BIG_ROWS} rows`,
        medianMs: bigMs,
        anchor: 'the same statement by bare pg',
        anchorMs: bareMs,
        ratio: bigMs / bareMs,
        wanted: { atMost: 1.1 },
      },
    ]
  } finally {
    await small.drop()
    await big.drop()
  }
}

const bareQuery = `
  select line_id as "lineId", day, high_bytes as "highBytes",
    greatest(high_bytes - coalesce(uncovered_bytes, 0), 0) as "usedBytes", low_bytes as "lowBytes"
  from usage_by_day left join usage_uncovered using (contract_id, line_id, day)
  where contract_id = $1 and day >= $2 and day <= $3 order by day, line_id`

/** Bare first, then the key: twice as fast as the other way round. */
async function fill({ pool }: Awaited<ReturnType<typeof openScratch>>, rows: number) {
  await pool.query('alter table usage_day drop constraint usage_day_pkey')
  await pool.query(
    `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
     select 'ctr-' || n / ${DAYS}, 'line-' || n / ${DAYS}, date '2026-11-01' + n % ${DAYS},
       n % 90000000, n % 9000000, '2026-11-20T10:00:00+09:00'
     from generate_series(0, ${rows - 1}) n`,
  )
  await pool.query('alter table usage_day add primary key (contract_id, line_id, day)')
  await pool.query('vacuum analyze usage_day')
}
