import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { InTransaction, MonthProgress } from '#backend/jobs/month-parts.ts'
import { createPace, isAnsweringOthers } from '#backend/jobs/work-beside-members.ts'
import { tokyoMonth, type Instant } from '#domain/tokyo.ts'
import { topUpCodes } from '#vocabulary/data.ts'
import { inDatabase } from '#tests/api/database.ts'
import { until } from '#tests/api/faults/until.ts'
import { rowsOf } from '#tests/api/rows.ts'
import {
  ROLLOVER,
  createRollover,
  shape,
  type Member,
  type Shape,
} from '#tests/api/rollover-members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { tries } from '#tests/tries.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { decideSpeeds } from './commands/decide-speeds.ts'
import { applyCalendar } from './bulk/apply-calendar.ts'
import { ledgersUnlikeReplay } from './queries/ledger-sample.ts'
import { chargeLedgers } from './commands/charge-ledgers.ts'
import { rollOverInParts } from './bulk/roll-over-parts.ts'
import { rollMonthOver } from './commands/roll-month-over.ts'

const month = tokyoMonth('2026-12')
const harness = await useHarness('2026-11-05T00:00:00+09:00')
const { live, take, charge, hourOf } = createRollover(harness)
const { db } = harness.database
const { queue } = harness.services
const inTransaction = <Result>(work: (tx: Db) => Promise<Result>) => db.transaction().execute(work)

/** What a replay of each contract makes of the calendar: the authority. */
async function rollOverByReplay(tx: Db, now: Instant) {
  await applyCalendar(tx, now)
  const waiting = await tx
    .selectFrom('ledger_due')
    .select('contract_id')
    .distinct()
    .where('since', '<=', now)
    .orderBy('contract_id')
    .execute()
  const ids = waiting.map((row) => row.contract_id)
  await chargeLedgers(
    tx,
    ids.map((contractId) => ({ contractId, since: now })),
    now,
  )
  await decideSpeeds(tx, { queue }, ids, now)
}

/** All that the ledgers say, of every contract. */
async function ledgers(tx: Db) {
  const read = async (query: string) => (await sql.raw(query).execute(tx)).rows
  return {
    entries: await read(
      'select to_jsonb(e) as entry from data_entry e order by contract_id, position',
    ),
    buckets: await read(
      'select to_jsonb(b) as bucket from data_bucket b where granted_bytes > 0 order by contract_id, bucket_id',
    ),
    uncovered: await read(
      'select contract_id, record_id, uncovered_bytes from usage_record order by contract_id, line_id, from_at',
    ),
    speeds: await read(
      'select line_id, array_agg(speed order by sequence) as speeds from speed_decision group by line_id order by line_id',
    ),
    waiting: await read('select contract_id from ledger_due order by contract_id'),
  }
}

class Undone extends Error {}

/** What the work leaves, which is undone. */
async function afterwards<Result>(work: (tx: Db) => Promise<Result>) {
  let left: { result: Result; ledgers: Awaited<ReturnType<typeof ledgers>> } | undefined
  const undone = inTransaction(async (tx) => {
    left = { result: await work(tx), ledgers: await ledgers(tx) }
    throw new Undone()
  })
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  if (left === undefined) throw new Error('nothing was done')
  return left
}

/** @returns how many contracts were rolled over without a replay. */
async function rollOverBySets(tx: Db, now: Instant) {
  await rollOverInParts((work) => work(tx), queue, month, { now: () => now, partContracts: 3 })
  const { rows } = await sql<{ count: number }>`
    select count(distinct contract_id)::integer as count from data_entry
    where occurred_at = ${ROLLOVER.toString()} and contract_id not in (select contract_id from ledger_due where since <= ${now.toString()})`.execute(
    tx,
  )
  await rollOverByReplay(tx, now)
  return rows[0]?.count ?? 0
}

test(
  '数千契約の月替わりをまとめて行っても、1件ずつ計算し直したのと同じ記録になる',
  { timeout: 300_000 },
  async () => {
    let rolledOver = 0
    let all = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(shape, { minLength: 6, maxLength: 9 }),
        fc.constantFrom(0, 2),
        async (shapes, hoursLate) => {
          const members = await live(shapes)
          const now = ROLLOVER.add({ hours: hoursLate })
          const byReplay = await afterwards((tx) => rollOverByReplay(tx, now))
          const bySets = await afterwards((tx) => rollOverBySets(tx, now))
          expect(bySets.ledgers).toEqual(byReplay.ledgers)
          rolledOver += bySets.result
          all += shapes.length

          // What is written for good goes on as the replay would: the hour that came too late, and the first of the month.
          await rollMonthOver(harness.services, now)
          await charge(now)
          const late = members.flatMap((one, n) =>
            hourOf(one, ROLLOVER.subtract({ hours: 1 }), (shapes[n]?.lastHour ?? 0) + 7, 3),
          )
          const fresh = members.flatMap((one) => hourOf(one, now, 40))
          await take([...late, ...fresh], now.add({ hours: 1 }))
          await charge(now.add({ hours: 1 }))
          expect(await brokenDataLaws(db)).toEqual([])
          expect(await ledgersUnlikeReplay(db, now)).toEqual([])
          await endAll(members)
        },
      ),
      { numRuns: tries({ usually: 4, long: 40 }), seed: 70 },
    )
    expect(rolledOver / all).toBeGreaterThan(0.3)
  },
)

const usual: Shape = {
  planCode: 13,
  startedOn: '2026-11-01',
  lines: 1,
  status: 'active',
  usedEarlier: 100,
  usedBefore: 50,
  lastHour: 10,
  lastHourComes: 'in time',
  bought: undefined,
  presentEnds: undefined,
  endsOn: undefined,
  bookedCode: undefined,
  isOff: undefined,
}

test('月替わりの途中で一人が倒れ、二人で続けても、一度で終えたのと同じ記録になる', async () => {
  const members = await live(
    Array.from({ length: 12 }, (_, n) => ({ ...usual, bought: topUpCodes[n % 4] })),
  )
  const byReplay = await afterwards((tx) => rollOverByReplay(tx, ROLLOVER))
  const rolledOverOf = async (tx = db) => {
    const rolledOver = tx.selectFrom('data_bucket').select('contract_id')
    return (await rolledOver.where('bucket_id', '=', 'base/2026-12').execute()).length
  }
  // It is lost when some have been rolled over, with the part that it has just worked on.
  const failing: InTransaction = (work) =>
    inTransaction(async (tx) => {
      const before = await rolledOverOf(tx)
      const done = await work(tx)
      if (before >= 4 && (await rolledOverOf(tx)) > before) throw new Error('lost')
      return done
    })
  const options = { now: () => ROLLOVER, partContracts: 2 }
  await expect(rollOverInParts(failing, queue, month, options)).rejects.toThrow('lost')
  const half = await rolledOverOf()
  expect(half).toBeGreaterThanOrEqual(4)
  expect(half).toBeLessThan(members.length)

  const counts: number[] = []
  const onProgress = ({ contractsDone }: MonthProgress) => void counts.push(contractsDone)
  await Promise.all([
    rollOverInParts(inTransaction, queue, month, { ...options, onProgress }),
    rollOverInParts(inTransaction, queue, month, { ...options, onProgress }),
  ])
  expect(await rolledOverOf()).toBe(members.length)
  expect(await rowsOf(harness, 'month_turn_part', '*')).toEqual([])
  const contracts = await rowsOf(harness, 'contract', ['contract_id'])
  expect(counts.at(-1)).toBe(contracts.length)
  await charge(ROLLOVER)
  expect((await afterwards(async () => undefined)).ledgers).toEqual(byReplay.ledgers)
  await endAll(members)
})

test('契約を使っている人がいても月替わりは待たず、その契約はすぐあとで月が替わる', async () => {
  const members = await live([usual, usual, usual])
  const byReplay = await afterwards((tx) => rollOverByReplay(tx, ROLLOVER))
  await inTransaction(async (tx) => {
    await lockContract(tx, members[1]?.contractId ?? '')
    await rollOverInParts(inTransaction, queue, month, { now: () => ROLLOVER })
  })
  const rolledOver = await rowsOf(harness, 'data_bucket', ['contract_id'], {
    bucket_id: 'base/2026-12',
  })
  expect(rolledOver.map((row) => row.contract_id).toSorted()).toEqual(
    [members[0], members[2]].map((one) => one?.contractId).toSorted(),
  )
  await charge(ROLLOVER)
  expect((await afterwards(async () => undefined)).ledgers).toEqual(byReplay.ledgers)
  await endAll(members)
})

test('会員に答えているあいだ、手伝いは手を引き、残った一人が同じだけ休みながら終える', async () => {
  const members = await live(Array.from({ length: 8 }, () => usual))
  const rolledOverOf = async () =>
    (await rowsOf(harness, 'data_bucket', ['contract_id'], { bucket_id: 'base/2026-12' })).length
  // On a connection of its own: ours give a silent question up after three seconds, and all their sessions with it.
  const url = harness.services.config.DATABASE_URL
  const asked = inDatabase(url, 'select pg_sleep(600)').catch((error: unknown) => error)
  const isAsked = () => inTransaction((tx) => isAnsweringOthers(tx))
  await until('the member is being answered', isAsked)

  const rested: number[] = []
  const rest = async (ms: number) => rested.push(ms)
  const options = { now: () => ROLLOVER, partContracts: 1 }
  const help = createPace({ isHelp: true, rest })
  const names = new Set<string>()
  const inNamed: InTransaction = (work) =>
    inTransaction(async (tx) => {
      const done = await work(tx)
      names.add(await sessionName(tx))
      return done
    })
  await rollOverInParts(inNamed, queue, month, { ...options, pace: help })
  // By it the worker is told from a member.
  expect(names).toContain('portal month work')
  expect(await rolledOverOf()).toBeLessThan(members.length)
  expect(rested).toEqual([])

  const pace = createPace({ isHelp: false, rest })
  await rollOverInParts(inTransaction, queue, month, { ...options, pace })
  expect(await rolledOverOf()).toBe(members.length)
  expect(rested.length).toBeGreaterThan(0)
  expect(Math.min(...rested)).toBeGreaterThan(0)

  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where query = 'select pg_sleep(600)' and datname = current_database()`.execute(db)
  await asked
  await until('nobody is being answered', async () => !(await isAsked()))
  await endAll(members)
})

async function sessionName(tx: Db) {
  const { rows } = await sql<{ name: string }>`
    select current_setting('application_name') as name`.execute(tx)
  return rows[0]?.name ?? ''
}

/** The next run has members of its own; these are out of the way, as if they had never been. */
async function endAll(members: readonly Member[]) {
  const ids = members.map((one) => one.contractId)
  await inTransaction(async (tx) => {
    await sql`select set_config('portal.kept_long_enough', ${ids.join(' ')}, true)`.execute(tx)
    for (const table of [
      'data_entry',
      'data_ledger',
      'data_bucket',
      'data_opening',
      'ledger_due',
      'usage_record',
      'usage_day',
      'usage_uncovered',
    ])
      await sql`delete from ${sql.table(table)} where contract_id = any(${ids})`.execute(tx)
    await sql`update contract set status = 'cancelled', ends_on = '2026-10-25' where contract_id = any(${ids})`.execute(
      tx,
    )
    await tx.deleteFrom('month_turn').execute()
  })
}
