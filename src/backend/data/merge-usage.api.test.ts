import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import type { InTransaction } from '#backend/jobs/month-parts.ts'
import {
  addDays,
  formatRfc3339,
  instant,
  startOfDay,
  toTokyoDate,
  type Instant,
} from '#domain/tokyo.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { tries } from '#tests/tries.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf } from '#tests/api/usage-feed.ts'
import { writeDays } from './bulk/write-days.ts'

const harness = await useHarness('2026-11-29T10:00:00+09:00')
const { db } = harness.database

/** Hours on both sides of two midnights, of days of its own for each run. */
const FIRST_BEGIN = instant('2026-11-03T18:00:00+09:00')
const HOURS_APART = 48
const HOURS = 32

let serial = 0
/** Two members, three lines; the carrier's name of the last is not known here yet. */
async function newLines() {
  const made = await makeMember(harness, {
    loginId: `merge-${(serial += 1)}`,
    course: 'share',
    startedOn: '2026-11-01',
    lines: [{}, { kind: 'data' }],
  })
  const alone = await makeMember(harness, {
    loginId: `merge-${(serial += 1)}`,
    startedOn: '2026-11-01',
  })
  const late = alone.lineIds[0] ?? ''
  await setRows(harness, 'line', { carrier_ref: `not-yet-${late}` }, { line_id: late })
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
  return {
    contractIds: [made.contractId, alone.contractId],
    lineIds: [...made.lineIds, late],
    late,
  }
}

const arrival = fc.record({
  line: fc.nat(2),
  hour: fc.nat(HOURS - 1),
  revision: fc.integer({ min: 1, max: 3 }),
  megabytes: fc.nat(90),
})
type Arrival = typeof arrival extends fc.Arbitrary<infer One> ? One : never

const LATE = 2
function recordOf(begin: Instant, lineIds: readonly string[], one: Arrival): UsageRecord {
  const { line, hour, revision } = one
  // What waits for its line is kept once for each revision: there a revision says one thing only.
  const megabytes = line === LATE ? (hour * 7 + revision * 31) % 90 : one.megabytes
  const from = begin.add({ hours: hour })
  const lineRef = `ref-${lineIds[line]}`
  return {
    recordId: `u-${lineRef}-${hour}`,
    lineRef,
    from: formatRfc3339(from),
    to: formatRfc3339(from.add({ hours: 1 })),
    highBytes: megabytes * 1_000_000,
    lowBytes: megabytes * 7 + revision,
    revision,
  }
}

/** Of each hour of a line the highest revision, and of one revision the largest volume. */
function inForce(records: readonly UsageRecord[]): readonly UsageRecord[] {
  const newest = new Map<string, UsageRecord>()
  for (const record of records) {
    const known = newest.get(record.recordId)
    const isNewer =
      known === undefined ||
      record.revision > known.revision ||
      (record.revision === known.revision && record.highBytes > known.highBytes)
    if (isNewer) newest.set(record.recordId, record)
  }
  return [...newest.values()]
}

async function take(records: readonly UsageRecord[]) {
  await db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, records, 5)
  await importUsage({ ...harness.services, carrier }, harness.clock.now())
}

/** What writes the days that are over: how many of them by then, and after how many of its transactions it dies. */
const writing = fc.record({ days: fc.nat(2), diesAfter: fc.nat(12) })

async function write(begin: Instant, { days, diesAfter }: { days: number; diesAfter: number }) {
  let left = diesAfter
  const inTransaction: InTransaction = async (work) => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return db.transaction().execute(work)
  }
  const now = startOfDay(addDays(toTokyoDate(begin), days + 1))
  await writeDays(inTransaction, now, 2).catch((error: unknown) => {
    if (left >= 0) throw error
  })
}

async function storedOf(contractIds: readonly string[]) {
  const all = <Row>(read: (contract_id: string) => Promise<Row[]>) =>
    Promise.all(contractIds.map(read)).then((lists) => lists.flat())
  const records = await all((contract_id) => rowsOf(harness, 'usage_record', '*', { contract_id }))
  const days = await all((contract_id) => rowsOf(harness, 'usage_by_day', '*', { contract_id }))
  return { records, days }
}

test(
  '遅れても、重なっても、訂正されても、順が違っても、最後に正しい記録だけが数えられる',
  { timeout: 240_000 },
  async () => {
    const run = fc.record({ arrivals: fc.array(arrival, { maxLength: 14 }), writing })
    const runs = fc.array(run, { minLength: 2, maxLength: 6 })
    let serialRun = 0
    await fc.assert(
      fc.asyncProperty(runs, fc.nat(5), async (steps, knownFrom) => {
        const begin = FIRST_BEGIN.add({ hours: HOURS_APART * serialRun })
        serialRun += 1
        const { contractIds, lineIds, late } = await newLines()
        const sent = steps.map(({ arrivals }) =>
          arrivals.map((one) => recordOf(begin, lineIds, one)),
        )
        for (const [n, records] of sent.entries()) {
          if (n === knownFrom)
            await setRows(harness, 'line', { carrier_ref: `ref-${late}` }, { line_id: late })
          const { days, diesAfter } = steps[n]?.writing ?? { days: 0, diesAfter: 0 }
          await Promise.all([take(records), write(begin, { days, diesAfter })])
        }
        await setRows(harness, 'line', { carrier_ref: `ref-${late}` }, { line_id: late })
        await take([])
        const expected = inForce(sent.flat())
        const { records, days } = await storedOf(contractIds)
        const stored = records.map((row) => ({
          recordId: row.record_id,
          lineRef: `ref-${row.line_id}`,
          from: formatRfc3339(row.from_at),
          to: formatRfc3339(row.to_at),
          highBytes: row.high_bytes,
          lowBytes: row.low_bytes,
          revision: row.revision,
        }))
        const byId = (one: UsageRecord, other: UsageRecord) =>
          one.recordId < other.recordId ? -1 : 1
        expect(stored.toSorted(byId)).toEqual(expected.toSorted(byId))
        const sums = Map.groupBy(
          expected,
          (one) => `${one.lineRef} ${toTokyoDate(instant(one.from))}`,
        )
        expect(
          new Map(
            days.map((row) => [`ref-${row.line_id} ${row.day}`, [row.high_bytes, row.low_bytes]]),
          ),
        ).toEqual(
          new Map(
            [...sums].map(([day, list]) => [
              day,
              [
                list.reduce((sum, one) => sum + one.highBytes, 0),
                list.reduce((sum, one) => sum + one.lowBytes, 0),
              ],
            ]),
          ),
        )
        await chargeQueued(harness.services, harness.clock.now())
        expect(await brokenDataLaws(db)).toEqual([])
      }),
      // More would lie after the clock: each has two days of the month to itself.
      { numRuns: tries({ usually: 5, long: 12 }), seed: 71 },
    )
    expect(await rowsOf(harness, 'usage_stray', '*')).toEqual([])
    // Every day by now, to the end: what was summed from the records is what is written.
    await write(harness.clock.now(), { days: 2, diesAfter: Infinity })
    expect(await rowsOf(harness, 'usage_day_end', ['before', 'writing'])).toEqual([
      { before: '2026-12-01', writing: '2026-12-01' },
    ])
    expect(await brokenDataLaws(db)).toEqual([])
  },
)
