import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, instant, toTokyoDate } from '#domain/tokyo.ts'
import { makeMember } from '../../../../tests/api/members.ts'
import { rowsOf, setRows } from '../../../../tests/api/rows.ts'
import { useHarness } from '../../../../tests/api/use-harness.ts'
import { brokenDataLaws } from '../invariants.ts'
import { noteCalendarDues } from '../ledger/calendar.ts'
import { settleDue } from '../ledger/settle-due.ts'
import { importUsage } from './import.ts'
import { feedOf } from './test-feed.ts'

const harness = await useHarness('2026-11-22T10:00:00+09:00')
const { db } = harness.database

/** Hours on both sides of two midnights. */
const BEGIN = instant('2026-11-19T18:00:00+09:00')
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
  await noteCalendarDues(harness.services, harness.clock.now())
  await settleDue(harness.services, harness.clock.now())
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
function recordOf(lineIds: readonly string[], one: Arrival): UsageRecord {
  const { line, hour, revision } = one
  // What waits for its line is kept once for each revision: there a revision says one thing only.
  const megabytes = line === LATE ? (hour * 7 + revision * 31) % 90 : one.megabytes
  const from = BEGIN.add({ hours: hour })
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

async function storedOf(contractIds: readonly string[]) {
  const all = <Row>(read: (contract_id: string) => Promise<Row[]>) =>
    Promise.all(contractIds.map(read)).then((lists) => lists.flat())
  const records = await all((contract_id) => rowsOf(harness, 'usage_record', '*', { contract_id }))
  const days = await all((contract_id) => rowsOf(harness, 'usage_day', '*', { contract_id }))
  return { records, days }
}

test(
  '遅れても、重なっても、訂正されても、順が違っても、最後に正しい記録だけが数えられる',
  { timeout: 240_000 },
  async () => {
    const runs = fc.array(fc.array(arrival, { maxLength: 14 }), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(runs, fc.nat(5), async (arrivals, knownFrom) => {
        const { contractIds, lineIds, late } = await newLines()
        const sent = arrivals.map((list) => list.map((one) => recordOf(lineIds, one)))
        for (const [n, records] of sent.entries()) {
          if (n === knownFrom)
            await setRows(harness, 'line', { carrier_ref: `ref-${late}` }, { line_id: late })
          await take(records)
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
        await settleDue(harness.services, harness.clock.now())
        expect(await brokenDataLaws(db)).toEqual([])
      }),
      { numRuns: 12, seed: 71 },
    )
    expect(await rowsOf(harness, 'usage_stray', '*')).toEqual([])
  },
)
