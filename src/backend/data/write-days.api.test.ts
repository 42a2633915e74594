import { afterEach, expect, test } from 'vitest'
import type { InTransaction } from '#backend/jobs/month-parts.ts'
import { addDays, instant, tokyoDate } from '#domain/tokyo.ts'
import { until } from '#tests/api/faults/until.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { mergeUsage } from './bulk/merge-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { usageByDay } from './queries/usage.ts'
import { writeDays } from './bulk/write-days.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { database, services } = harness
const { db, pool } = database
const inTransaction: InTransaction = (work) => db.transaction().execute(work)

/** Each test has a day of its own; two days later it is written. */
let day = tokyoDate('2026-11-10')
const later = (days: number) => instant(`${addDays(day, days)}T09:00:00+09:00`)
const members = await Promise.all(
  ['first', 'second', 'third'].map((loginId) =>
    makeMember(harness, { loginId, startedOn: '2026-11-01' }),
  ),
)
const records = (hour: string, megabytes: number, more = {}) =>
  members.map(({ lineIds }) => hourOf(`ref-${lineIds[0] ?? ''}`, `${day}T${hour}`, megabytes, more))

async function take(list: ReturnType<typeof records>) {
  await db.deleteFrom('import_cursor').execute()
  await importUsage({ ...services, carrier: feedOf(services.carrier, list) }, later(3))
}

/** Of each member, in megabytes. */
const shown = () =>
  Promise.all(
    members.map(async ({ contractId }) => {
      const rows = await usageByDay(db, contractId, { from: day, to: day })
      return rows.map(({ highBytes }) => highBytes / 1_000_000)
    }),
  )
const writtenDays = async () => (await rowsOf(harness, 'usage_day', ['day'], { day })).length

afterEach(async () => {
  await writeDays(inTransaction, later(2))
  await chargeQueued(services, later(3))
  expect(await brokenDataLaws(db)).toEqual([])
  day = addDays(day, 1)
})

test('きょうときのうは記録から数え、そのあと一度だけ書かれ、見えるものは変わらない', async () => {
  await take([...records('08', 30), ...records('23', 20)])
  for (const days of [0, 1]) {
    await writeDays(inTransaction, later(days))
    expect(await writtenDays()).toBe(0)
    expect(await shown()).toEqual([[50], [50], [50]])
  }
  await writeDays(inTransaction, later(2))
  expect(await writtenDays()).toBe(3)
  expect(await shown()).toEqual([[50], [50], [50]])
})

test('書かれた日に遅れて届いた記録も訂正も、その日に加わる', async () => {
  await take(records('08', 30))
  await writeDays(inTransaction, later(2))
  await take([...records('09', 5), ...records('08', 10, { revision: 2 })])
  expect(await shown()).toEqual([[15], [15], [15]])
})

test('書いている途中で倒れても、そのあいだに届いた記録も訂正も、見えるものに一度だけ入り、次に書き終わる', async () => {
  await take(records('08', 30))
  let transactions = 0
  const dying: InTransaction = async (work) => {
    transactions += 1
    if (transactions > 3) throw new Error('killed')
    return inTransaction(work)
  }
  await expect(writeDays(dying, later(2), 1)).rejects.toThrow('killed')
  expect(await writtenDays()).toBe(2)
  expect(await shown()).toEqual([[30], [30], [30]])
  await take([...records('09', 5), ...records('08', 10, { revision: 2 })])
  expect(await shown()).toEqual([[15], [15], [15]])
  await writeDays(inTransaction, later(2))
  expect(await writtenDays()).toBe(3)
  expect(await shown()).toEqual([[15], [15], [15]])
})

const isWaiting = async () => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test('取り込みは、日を書いている1回分の終わりを待つ', async () => {
  await take(records('08', 30))
  let taken: Promise<void> | undefined
  const meetsImport: InTransaction = (work) =>
    inTransaction(async (tx) => {
      const done = await work(tx)
      const isPart =
        (await tx.selectFrom('usage_day').where('day', '=', day).select('day').execute()).length > 0
      if (isPart && taken === undefined) {
        taken = take(records('09', 5))
        await until('the import waits', isWaiting)
      }
      return done
    })
  await writeDays(meetsImport, later(2))
  await taken
  expect(await shown()).toEqual([[35], [35], [35]])
})

test('日を書くのは、始まっている取り込みの終わりを待つ', async () => {
  await take(records('08', 30))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await mergeUsage(client, records('09', 5), later(2))
    const written = writeDays(inTransaction, later(2))
    await until('the writing waits', isWaiting)
    await client.query('commit')
    await written
  } finally {
    client.release()
  }
  expect(await shown()).toEqual([[35], [35], [35]])
})
