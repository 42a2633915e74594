import type pg from 'pg'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { loadBillFacts } from '#backend/billing/queries/bill-facts.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { WORKERS } from '#backend/jobs/month-parts.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import { billOf } from '#domain/billing/bill.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import type { Row } from './row.ts'
import { openScratch } from './scratch.ts'

/** The goal speaks of 1,000,000; a tenth shows the same ratio in a tenth of the time. */
const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 100_000)
const RECORDS_PER_CONTRACT = 10
const LOOP_CONTRACTS = 300
const month = billedMonth(tokyoMonth('2026-11'), publishedPrices)
const closedAt = instant('2026-12-01T06:05:00+09:00')

/**
 * P8: the close of a month, against what the database can take at all: INSERT … SELECT of the same bills and lines
 * into tables without a log and without an index. Beside it what reading and summing the records alone takes, and the
 * same bills made contract by contract.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const client = await scratch.pool.connect()
  try {
    await ensureMonthPartitions(scratch, 'call_record', [month.month])
    await insertContracts(client)
    await insertRecords(client)
    await client.query('vacuum analyze')
    let longestPauseMs = 0
    let chunkBegan = performance.now()
    const closeMs = await time(() =>
      closeMonth((work) => scratch.db.transaction().execute(work), month, {
        now: () => closedAt,
        workers: WORKERS,
        onProgress: () => {
          longestPauseMs = Math.max(longestPauseMs, performance.now() - chunkBegan)
          chunkBegan = performance.now()
        },
      }),
    )
    const { rows } = await client.query<{ bills: number; lines: number }>(
      'select (select count(*)::integer from bill) as bills, (select count(*)::integer from bill_line) as lines',
    )
    const { bills = 0, lines = 0 } = rows[0] ?? {}
    if (bills !== CONTRACTS) throw new Error(`${bills} bills of ${CONTRACTS} contracts`)
    await client.query('create unlogged table raw_bill as select * from bill with no data')
    await client.query('create unlogged table raw_line as select * from bill_line with no data')
    const rawMs = await time(async () => {
      await client.query('insert into raw_bill select * from bill')
      await client.query('insert into raw_line select * from bill_line')
    })
    await client.query(`create unlogged table raw_sum (contract_id text, line_id text, figure_key text,
      rate_valid_from date, units bigint, amount_tenths_yen bigint)`)
    const fromRecordsMs = await time(() =>
      client.query(`
        insert into raw_sum select contract_id, line_id, figure_key, rate_valid_from, sum(units), sum(amount_tenths_yen)
        from call_record group by contract_id, line_id, figure_key, rate_valid_from`),
    )
    const loopMs = (await time(() => billOneByOne(scratch, client))) * (CONTRACTS / LOOP_CONTRACTS)
    const of = `${CONTRACTS} contracts, ${CONTRACTS * RECORDS_PER_CONTRACT} records: ${bills} bills with ${lines} lines`
    return [
      {
        goal: 'P8',
        what: of,
        medianMs: closeMs,
        anchor: 'INSERT … SELECT of the same rows, unlogged, no index',
        anchorMs: rawMs,
        ratio: rawMs / closeMs,
        wanted: { atLeast: 0.25 },
      },
      {
        what: 'the same close',
        medianMs: closeMs,
        anchor: 'INSERT … SELECT of the sums of all records by line and rate, unlogged, no index',
        anchorMs: fromRecordsMs,
        ratio: fromRecordsMs / closeMs,
      },
      {
        what: `the same, contract by contract (from ${LOOP_CONTRACTS})`,
        medianMs: loopMs,
        anchor: 'the close',
        anchorMs: closeMs,
        ratio: loopMs / closeMs,
        wanted: { atLeast: 10 },
      },
      {
        what: 'longest time without progress',
        medianMs: longestPauseMs,
        anchor: 'two seconds',
        anchorMs: 2000,
        ratio: longestPauseMs / 2000,
        wanted: { atMost: 1 },
      },
    ]
  } finally {
    client.release()
    await scratch.drop()
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** One contract with one voice line each; every fourth has a share line for data, every tenth joined this month. */
async function insertContracts(client: pg.PoolClient) {
  const all = `generate_series(0, ${CONTRACTS - 1}) n`
  const began = `case when n % 10 = 0 then date '2026-11-11' else date '2025-10-01' end`
  await client.query(`
    insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
    select 'acc-' || n, 's' || n, '', '', n, now() from ${all}`)
  await client.query(`
    insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
    select 'ctr-' || lpad(n::text, 7, '0'), 'acc-' || n, case when n % 4 = 0 then 20 else 13 end,
      case when n % 4 = 0 then 'share' else 'single' end, 'active', now(), ${began} from ${all}`)
  for (const [position, kind, which] of [
    [1, 'voice', 'true'],
    [2, 'data', 'n % 4 = 0'],
  ] as const)
    await client.query(`
      insert into line (contract_id, line_id, carrier_ref, position, kind, sim_size, number_sealed,
        number_index, iccid_sealed, status, activated_on)
      select 'ctr-' || lpad(n::text, 7, '0'), 'line-${position}-' || n, 'ref-${position}-' || n, ${position}, '${kind}',
        'nano', '', '${position}-' || n, '', 'active', ${began} from ${all} where ${which}`)
}

/** Eight calls and two messages a contract, spread over the month. */
async function insertRecords(client: pg.PoolClient) {
  await client.query(`
    insert into call_record (contract_id, line_id, record_id, kind, started_at, duration_seconds, characters,
      to_masked, units, free_seconds, figure_key, rate_valid_from, unit_tenths_yen, amount_tenths_yen, tax, received_at)
    select 'ctr-' || lpad(n::text, 7, '0'), 'line-1-' || n, 'r-' || n || '-' || c,
      case when c < 8 then 'voice' else 'sms' end, timestamptz '2026-11-12T00:00:00+09:00' + c * interval '41 hours',
      case when c < 8 then 95 end, case when c >= 8 then 40 end, '090****1234', case when c < 8 then 4 else 1 end, 0,
      case when c < 8 then 'voice.per30s' else 'sms.70' end, '2024-04-01', case when c < 8 then 220 else 33 end,
      case when c < 8 then 880 else 33 end, 'included', timestamptz '2026-11-12T02:00:00+09:00' + c * interval '41 hours'
    from generate_series(0, ${CONTRACTS - 1}) n, generate_series(0, ${RECORDS_PER_CONTRACT - 1}) c`)
}

/** The same bills by the pure function: facts read, reckoned and written in a transaction each. */
async function billOneByOne(
  scratch: Awaited<ReturnType<typeof openScratch>>,
  client: pg.PoolClient,
) {
  await client.query('create unlogged table loop_bill as select * from bill with no data')
  await client.query('create unlogged table loop_line as select * from bill_line with no data')
  for (let n = 0; n < LOOP_CONTRACTS; n++) {
    const contractId = `ctr-${String(n).padStart(7, '0')}`
    await client.query('begin')
    const bill = billOf(await loadBillFacts(scratch.db, contractId, month), month.book)
    await client.query(
      `insert into loop_bill select contract_id, month, 'loop' || bill_id, state, period_from, period_to,
         out_of_scope_yen, $2, fixed_at, charge_on, paid_at from bill where contract_id = $1`,
      [contractId, bill?.totalYen],
    )
    for (const [position, line] of (bill?.lines ?? []).entries())
      await client.query(
        `insert into loop_line (contract_id, month, position, kind, quantity, amount_tenths_yen, tax, tax_on)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          contractId,
          month.month,
          position,
          line.kind,
          line.quantity,
          line.amountTenthsYen,
          line.tax,
          line.taxOn,
        ],
      )
    await client.query('commit')
  }
}
