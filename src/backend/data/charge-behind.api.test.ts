import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#backend/db/ids.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { topUpGrant } from '#domain/data/grant.ts'
import { replay } from '#domain/data/replay.ts'
import { bytes } from '#domain/bytes.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { fromRow } from './rows/buckets.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { giveData } from './commands/give-data.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { addRow, rowsOf } from '#tests/api/rows.ts'
import { tries } from '#tests/tries.ts'

const harness = await useHarness('2026-11-19T23:30:00+09:00')

/** The day on which all of it happens. */
const DAY = '2026-11-20'
const hourOfDay = (hour: number) => instant(`${DAY}T00:00:00+09:00`).add({ hours: hour })
const END_OF_BASE = instant('2027-01-01T00:00:00+09:00')

let serial = 0
/** A member with 3 GB of November. */
async function newMember() {
  const member = await makeMember(harness, {
    loginId: `behind-${(serial += 1)}`,
    startedOn: '2026-11-01',
    planCode: 13,
  })
  await lookAtCalendar(harness.services, hourOfDay(0))
  await chargeQueued(harness.services, hourOfDay(0))
  return { contractId: member.contractId, lineRef: `ref-${member.lineIds[0] ?? ''}` }
}

type Member = Awaited<ReturnType<typeof newMember>>

/** The records come in by the clock of the one who asked for them; nothing is charged yet. */
async function take(records: readonly UsageRecord[], now: Instant) {
  await harness.database.db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, now)
}

/** A worker whose clock says `now` finds something to settle for the contract. */
async function chargeUntil({ contractId }: Member, now: Instant) {
  await addRow(harness, 'ledger_due', { contract_id: contractId, due_id: newId('due'), since: now })
  await chargeQueued(harness.services, now)
}

async function buyAt({ contractId }: Member, now: Instant) {
  const given = topUpGrant(newId('top'), '100mb', now)
  await harness.database.db
    .transaction()
    .execute((tx) => giveData(tx, harness.services, contractId, given, now).then(() => undefined))
}

async function entriesOf({ contractId }: Member) {
  return rowsOf(
    harness,
    'data_entry',
    ['source', 'bucket_id', 'number', 'bytes'],
    { contract_id: contractId },
    'position',
  )
}

async function bucketsOf({ contractId }: Member) {
  const rows = await rowsOf(harness, 'data_bucket', '*', { contract_id: contractId })
  return rows.map(fromRow).filter((one) => one.kind !== 'carry')
}

/** What every bucket holds when all that is known is charged, reckoned from the facts without the ledger. */
async function shouldHold(member: Member, at: Instant) {
  const records = await rowsOf(harness, 'usage_record', '*', { contract_id: member.contractId })
  const uses = records.map((row) => ({
    recordId: row.record_id,
    revision: row.revision,
    lineId: row.line_id,
    from: row.from_at,
    to: row.to_at,
    highBytes: bytes(row.high_bytes),
    lowBytes: bytes(row.low_bytes),
  }))
  const pool = replay({ grants: await bucketsOf(member), uses }, at)
  return new Map(pool.buckets.map((one) => [one.bucketId, Number(one.remainingBytes)]))
}

async function brokenLawsOf({ contractId }: Member) {
  const broken = await brokenDataLaws(harness.database.db)
  return broken.filter((one) => one.contract_id === contractId)
}

async function holds(member: Member) {
  const buckets = await bucketsOf(member)
  return new Map(buckets.map((one) => [one.bucketId, Number(one.remainingBytes)]))
}

test('台帳から利用が抜けていれば、検査が見つける', async () => {
  const member = await newMember()
  await take([hourOf(member.lineRef, `${DAY}T08`, 100)], hourOfDay(9))
  await chargeUntil(member, hourOfDay(9))
  const { db } = harness.database
  const lost = {
    contract_id: member.contractId,
    position: 0,
    bucket_id: 'base/2026-11',
    kind: 'adjust' as const,
    bytes: 100_000_000,
    occurred_at: hourOfDay(9).subtract({ milliseconds: 1 }),
    recorded_at: hourOfDay(9),
    ends_at: END_OF_BASE,
    source: `usage/u-${member.lineRef}-${DAY}T08`,
    number: 2,
  }
  class Planted extends Error {}
  const planted = db.transaction().execute(async (tx) => {
    await tx.insertInto('data_entry').values(lost).execute()
    await tx
      .updateTable('data_bucket')
      .set({ remaining_bytes: 3_000_000_000 })
      .where('contract_id', '=', member.contractId)
      .execute()
    expect(await brokenDataLaws(tx)).toEqual([
      {
        law: 'every record is in the ledger, but for what no bucket could pay',
        contract_id: member.contractId,
        what: `u-${member.lineRef}-${DAY}T08`,
        found: '100000000 entered as 0',
      },
    ])
    throw new Planted()
  })
  await expect(planted).rejects.toThrow(Planted)
})

test('記録のない利用が台帳にあれば、検査が見つける', async () => {
  const { contractId, lineRef } = await newMember()
  const { db } = harness.database
  class Planted extends Error {}
  const planted = db.transaction().execute(async (tx) => {
    await tx
      .insertInto('data_entry')
      .values({
        contract_id: contractId,
        position: 0,
        bucket_id: 'base/2026-11',
        kind: 'use',
        bytes: -5,
        occurred_at: instant('2026-11-01T00:00:00+09:00'),
        recorded_at: hourOfDay(0),
        ends_at: END_OF_BASE,
        source: `usage/u-${lineRef}-never`,
        number: 1,
      })
      .execute()
    await tx
      .updateTable('data_bucket')
      .set({ remaining_bytes: 2_999_999_995 })
      .where('contract_id', '=', contractId)
      .execute()
    expect(await brokenDataLaws(tx)).toEqual([
      {
        law: 'every use has its record',
        contract_id: contractId,
        what: `usage/u-${lineRef}-never`,
        found: '-5',
      },
    ])
    throw new Planted()
  })
  await expect(planted).rejects.toThrow(Planted)
})

describe('時計の遅れた処理', () => {
  test('4時間遅れて走っても、引き落とした利用を戻さない', async () => {
    const member = await newMember()
    const hours = ['08', '09', '10', '11'].map((hour) =>
      hourOf(member.lineRef, `${DAY}T${hour}`, 100),
    )
    await take(hours, hourOfDay(12))
    await chargeUntil(member, hourOfDay(12))
    const charged = await entriesOf(member)
    expect(charged.map((entry) => entry.bytes)).toEqual([
      3_000_000_000, -100_000_000, -100_000_000, -100_000_000, -100_000_000,
    ])
    await chargeUntil(member, hourOfDay(8))
    expect(await entriesOf(member)).toEqual(charged)
    expect(await brokenLawsOf(member)).toEqual([])
  })

  test('届いている利用は、処理の時計が遅れていてもすべて台帳に載る', async () => {
    const member = await newMember()
    await take([hourOf(member.lineRef, `${DAY}T11`, 250)], hourOfDay(12))
    await chargeUntil(member, hourOfDay(8))
    expect(await brokenLawsOf(member)).toEqual([])
    expect(await holds(member)).toEqual(new Map([['base/2026-11', 2_750_000_000]]))
  })

  test('足りなかった分の記録も、遅れた処理で消えない', async () => {
    const member = await newMember()
    await take([hourOf(member.lineRef, `${DAY}T10`, 3200)], hourOfDay(11))
    await chargeUntil(member, hourOfDay(11))
    await take([hourOf(member.lineRef, `${DAY}T12`, 40)], hourOfDay(13))
    await chargeUntil(member, hourOfDay(13))
    await chargeUntil(member, hourOfDay(12).add({ minutes: 10 }))
    expect(await brokenLawsOf(member)).toEqual([])
  })

  test('まだ来ていない時刻の記録は待ち、その時刻が過ぎたら引かれる', async () => {
    const member = await newMember()
    const early = [hourOf(member.lineRef, `${DAY}T14`, 30), hourOf(member.lineRef, `${DAY}T15`, 20)]
    await take(early, hourOfDay(13))
    await chargeQueued(harness.services, hourOfDay(13))
    expect(await holds(member)).toEqual(new Map([['base/2026-11', 3_000_000_000]]))
    await chargeQueued(harness.services, hourOfDay(15))
    expect(await holds(member)).toEqual(new Map([['base/2026-11', 2_970_000_000]]))
    await chargeQueued(harness.services, hourOfDay(16))
    expect(await holds(member)).toEqual(new Map([['base/2026-11', 2_950_000_000]]))
    expect(await brokenLawsOf(member)).toEqual([])
  })

  const patience = { timeout: 180_000 }
  test(
    'どの時計で、どの順に、二つ同時に走っても、届いた利用は一度ずつ台帳に載る',
    patience,
    async () => {
      const behind = fc.integer({ min: 0, max: 9 * 60 })
      const step = fc.record({
        /** Hours that pass before it, and hours whose records the carrier holds back until later. */
        hours: fc.integer({ min: 0, max: 3 }),
        late: fc.boolean(),
        volume: fc.integer({ min: 0, max: 900 }),
        clocks: fc.array(behind, { minLength: 1, maxLength: 3 }),
        together: fc.boolean(),
        bought: fc.option(behind, { freq: 4, nil: undefined }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
          const member = await newMember()
          let hour = 10
          let lateRecords: UsageRecord[] = []
          for (const { hours, late, volume, clocks, together, bought } of steps) {
            const fresh = Array.from({ length: hours }, (_, n) =>
              hourOf(member.lineRef, `${DAY}T${String(hour + n).padStart(2, '0')}`, volume),
            )
            hour += hours
            const present = hourOfDay(hour)
            if (late) lateRecords.push(...fresh)
            else {
              await take([...fresh, ...lateRecords], present)
              lateRecords = []
            }
            if (bought !== undefined) await buyAt(member, present.subtract({ minutes: bought }))
            const runs = clocks.map((minutes) => present.subtract({ minutes }))
            if (together) await Promise.all(runs.map((at) => chargeUntil(member, at)))
            else for (const at of runs) await chargeUntil(member, at)
            // A hint: whatever still waits is settled by the clock of now.
            await chargeQueued(harness.services, present)
            expect(await brokenLawsOf(member)).toEqual([])
            expect(await holds(member)).toEqual(await shouldHold(member, present))
          }
        }),
        { numRuns: tries({ usually: 5, long: 60 }), seed: 51 },
      )
    },
  )
})
