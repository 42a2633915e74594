import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closeLastMonth } from '#backend/billing/commands/close-last-month.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { behindTheTriggers } from '../behind-triggers.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { until } from './until.ts'

const CONTRACTS = 22
const CLOSED_AT = '2026-12-01T06:00:00+09:00'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
  for (let n = 0; n < CONTRACTS; n++) {
    const lines = n % 3 === 0 ? [{}, { kind: 'data' as const }] : [{}]
    const { contractId, lineIds } = await makeMember(harness, {
      loginId: `close-${n}`,
      startedOn: n % 4 === 0 ? '2026-11-11' : '2025-10-01',
      planCode: n % 3 === 0 ? 20 : 13,
      course: n % 3 === 0 ? 'share' : 'single',
      lines,
    })
    const of = { contractId, orderNo: `order-${n}`, lineId: lineIds[0] ?? '' }
    const costs = simOrderCosts('add', 'nano', tokyoDate('2026-11-11'), publishedPrices)
    if (n % 4 === 0) await bookCharges(harness.database.db, of, costs, harness.clock.now())
  }
})
afterAll(() => harness?.stop())

/** Everything the close wrote, row by row. */
async function written() {
  const rows = []
  for (const table of ['bill', 'bill_line', 'bill_rate', 'posting', 'month_close', 'close_failure'])
    rows.push((await harness.database.pool.query(`select * from ${table} order by 1, 2, 3`)).rows)
  return JSON.stringify(rows)
}

const forget = () =>
  behindTheTriggers(
    harness.database,
    'truncate bill, bill_line, bill_rate, posting, month_close, close_failure cascade',
  )

function startClose() {
  const program = join(import.meta.dirname, 'close-program.ts')
  const env = { ...process.env, DATABASE_URL: harness.services.config.DATABASE_URL }
  const child = spawn(process.execPath, [program, '2026-11', CLOSED_AT], { env, stdio: 'pipe' })
  const complaints: string[] = []
  child.stderr.on('data', (part: Buffer) => complaints.push(part.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code, complaints: complaints.join('') }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { kill: () => child.kill('SIGKILL'), ended }
}

/** Another session writes this contract's bill and keeps it open: a close stops there, in the middle of its transaction. */
async function holdBill(contractId: string | undefined) {
  const blocker = await harness.database.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into bill select $1, '2026-11', 'held', 'fixed', '2026-11-01', '2026-11-30', 0, 0, now(), '2026-12-07', null`,
    [contractId],
  )
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}

async function waiting() {
  const { rows } = await harness.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

describe('R9：月の締めは', () => {
  test('日付が変わる前後に4回動いても、請求は契約ごとに1通', async () => {
    const task = (now: Temporal.Instant) =>
      closeLastMonth({ ...harness.services, database: harness.database }, now)
    const counts = []
    for (const at of [
      '2026-11-30T23:59:59+09:00',
      '2026-12-01T00:00:00+09:00',
      CLOSED_AT,
      '2026-12-01T07:00:00+09:00',
    ]) {
      await task(instant(at))
      const { rows } = await harness.database.pool.query(
        `select month, count(*)::integer as bills from bill group by month order by month`,
      )
      counts.push(rows)
    }
    const october = CONTRACTS - Math.ceil(CONTRACTS / 4)
    const before = [{ month: '2026-10', bills: october }]
    const after = [...before, { month: '2026-11', bills: CONTRACTS }]
    expect(counts).toEqual([before, before, after, after])
    await forget()
  })

  test('途中で強制終了されて二人でやり直しても、止まらずに締めたときと1バイトも違わない', async () => {
    expect(await startClose().ended).toEqual({ code: 0, complaints: '' })
    const undisturbed = await written()
    expect(undisturbed).toContain('"contracts_done":22')
    await forget()

    const { db } = harness.database
    const victims = await db
      .selectFrom('contract')
      .select('contract_id')
      .orderBy('contract_id')
      .execute()
    const release = await holdBill(victims[10]?.contract_id)
    const first = startClose()
    await until('the close waits in its third chunk', async () => (await waiting()) === 1)
    first.kill()
    await first.ended
    await release()
    await until('the database has noticed', async () => (await waiting()) === 0)
    const { rows } = await harness.database.pool.query(
      'select contracts_done, finished_at, (select count(*)::integer from bill) as bills from month_close',
    )
    expect(rows).toEqual([{ contracts_done: 8, finished_at: null, bills: 8 }])

    const releaseBoth = await holdBill(victims[10]?.contract_id)
    const [one, other] = [startClose(), startClose()]
    await until('both are in the middle of it', async () => (await waiting()) === 2)
    await releaseBoth()
    expect(await Promise.all([one.ended, other.ended])).toEqual([
      { code: 0, complaints: '' },
      { code: 0, complaints: '' },
    ])
    expect(await written()).toBe(undisturbed)
  })
})
