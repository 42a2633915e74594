import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#backend/db/connect.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { leastBytes, megabytes } from '#domain/bytes.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import { type Grant, topUpGrant } from '#domain/data/grant.ts'
import { givableBytes, partsOf } from '#domain/gift/parts.ts'
import { formatRfc3339, instant, type Instant } from '#domain/tokyo.ts'
import { topUpCodes } from '#vocabulary/data.ts'
import { presentGrant } from '#tests/facts/pool-histories.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { tries } from '#tests/tries.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf } from '#tests/api/usage-feed.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeUsual } from './bulk/charge-usual.ts'
import { decideSlowLines } from './commands/decide-speeds.ts'
import { giveData } from './commands/give-data.ts'
import { liftCap } from './commands/lift-cap.ts'
import { setCap } from './commands/set-cap.ts'
import { takeTransferBack, transferOut } from './commands/transfer-out.ts'
import { ledgersUnlikeReplay } from './queries/ledger-sample.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { watchCaps } from './commands/watch-caps.ts'
import { noteSlow } from './rows/line-caps.ts'

/** Half a day before a month rollover, which most histories cross. */
const BEGIN = instant('2026-11-30T12:00:00+09:00')
const harness = await useHarness('2026-11-30T12:00:00+09:00')
const { db } = harness.database

/** Two members with the same pool: one is charged as it comes, of the other every due is left to the replay. */
type Twins = { readonly usual: Member; readonly replayed: Member }
type Member = Awaited<ReturnType<typeof newMember>>

let serial = 0
async function newMember() {
  const loginId = `usual-${(serial += 1)}`
  const lines = [{}, { kind: 'data' as const }, { kind: 'sms' as const }]
  const made = await makeMember(harness, {
    loginId,
    planCode: 18,
    course: 'share',
    startedOn: '2026-10-20',
    lines,
  })
  const { contractId, accountId, lineIds } = made
  return { contractId, accountId, lineIds, lineRefs: lineIds.map((id) => `ref-${id}`) }
}

const both = ({ usual, replayed }: Twins) => [usual, replayed]
const inTransaction = <Result>(work: (tx: Db) => Promise<Result>) => db.transaction().execute(work)

async function take(records: readonly UsageRecord[], now: Instant) {
  await db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, now)
}

/** @returns whether the usual member went without a replay. */
async function charge({ usual, replayed }: Twins, now: Instant): Promise<boolean> {
  const bare = { line_id: null, record_id: null, bytes: null, received_at: null }
  await setRows(harness, 'ledger_due', bare, { contract_id: replayed.contractId })
  const contractIds = await inTransaction(async (tx) => {
    const charged = await chargeUsual(tx, [usual.contractId, replayed.contractId], now)
    // As the hour does, in the same transaction.
    await watchCaps(tx, harness.services, charged.capIds, { actor: 'system', now })
    return charged.contractIds
  })
  expect(contractIds.has(replayed.contractId)).toBe(false)
  await chargeQueued(harness.services, now)
  return contractIds.has(usual.contractId)
}

async function give(twins: Twins, grant: Grant, now: Instant) {
  for (const { contractId } of both(twins))
    await inTransaction((tx) => giveData(tx, harness.services, contractId, grant, now))
}

/** All that the ledger says of a member, lines by their place. */
async function ledgerOf({ contractId, lineRefs }: Member) {
  const having = { contract_id: contractId }
  const line = (lineId: string | null) => lineRefs.indexOf(`ref-${lineId}`)
  const entries = await rowsOf(harness, 'data_entry', '*', having, 'position')
  const buckets = await rowsOf(harness, 'data_bucket', '*', having, 'bucket_id')
  const records = await rowsOf(harness, 'usage_record', '*', having, 'from_at', 'record_id')
  return {
    entries: entries.map((row) => ({ ...row, contract_id: '', line_id: line(row.line_id) })),
    // A carry-over of nothing is written by a replay only, and read by nobody.
    buckets: buckets
      .filter((row) => row.granted_bytes > 0)
      .map((row) => ({ ...row, contract_id: '' })),
    uncovered: records.map((row) => [row.record_id, row.uncovered_bytes]),
    waiting: await rowsOf(harness, 'ledger_due', '*', having),
    reaches: (await rowsOf(harness, 'line_cap_reach', '*', having))
      .map((row) => ({
        ...row,
        contract_id: '',
        reach_id: '',
        line_id: '',
        line: line(row.line_id),
      }))
      .toSorted((a, b) => a.line - b.line || Temporal.Instant.compare(a.reached_at, b.reached_at)),
  }
}

const volume = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 90 }) },
  // Empties the pool sooner or later.
  { weight: 1, arbitrary: fc.nat(2500) },
)
const hourOf = fc.record({
  /** Megabytes of the three lines. */
  volumes: fc.tuple(volume, volume, volume),
  /** What happens to the records of the hour: handed out in time mostly. */
  arrival: fc.oneof(
    { weight: 14, arbitrary: fc.constant('in time' as const) },
    { weight: 1, arbitrary: fc.constant('late' as const) },
    { weight: 1, arbitrary: fc.constant('repeated' as const) },
    { weight: 1, arbitrary: fc.constant('corrected' as const) },
  ),
})
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const step = fc.record({
  hours: fc.array(hourOf, { minLength: 1, maxLength: 4 }),
  given: seldom(
    fc.record({
      minutesAgo: fc.nat(50),
      // Half of them presents, which end with the base: the order of equal expiries must show.
      what: fc.oneof(fc.constantFrom(...topUpCodes), fc.constant('present' as const)),
    }),
  ),
  planCode: seldom(fc.constantFrom(10, 18, 20)),
  /** Hundreds of megabytes that go to another contract; sometimes an earlier gift comes back instead. */
  gift: seldom(fc.record({ steps: fc.integer({ min: 1, max: 20 }), isBack: fc.boolean() })),
  isBehind: seldom(fc.nat(180)),
  cap: seldom(
    fc.record({
      line: fc.nat(2),
      over: fc.constantFrom('day' as const, 'month' as const, 'both' as const, 'none' as const),
      dayMb: fc.integer({ min: 0, max: 400 }),
      monthMb: fc.integer({ min: 0, max: 1200 }),
      warnPercent: fc.constantFrom(0, 20, 80),
      // More for today instead.
      isLift: fc.nat(3).map((luck) => luck === 0),
    }),
  ),
})

test(
  '数千契約をまとめて引き落としても、1件ずつ計算し直したのと同じ記録になる',
  { timeout: 300_000 },
  async () => {
    let usual = 0
    let rounds = 0
    let reached = 0
    let transfers = 0
    let allTransfers = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
        transfers = 0
        const twins = { usual: await newMember(), replayed: await newMember() }
        await lookAtCalendar(harness.services, BEGIN)
        await charge(twins, BEGIN)
        let now = BEGIN
        let waiting: UsageRecord[] = []
        for (const [n, { hours, given, gift, planCode, isBehind, cap }] of steps.entries()) {
          const records: UsageRecord[] = waiting
          waiting = []
          for (const hour of hours) {
            const fresh = recordsOf(twins, now, hour.volumes)
            now = now.add({ hours: 1 })
            if (hour.arrival === 'late') waiting.push(...fresh)
            else records.push(...fresh)
            if (hour.arrival === 'repeated') records.push(...fresh)
            if (hour.arrival === 'corrected') waiting.push(...fresh.map(corrected))
          }
          await take(records, now)
          // Nobody gives of a base whose size is about to change (decideGiving).
          if (planCode !== undefined && transfers === 0)
            for (const { contractId } of both(twins))
              await setRows(
                harness,
                'contract',
                { plan_code: planCode },
                { contract_id: contractId },
              )
          await lookAtCalendar(harness.services, now)
          if (given !== undefined) {
            const at = now.subtract({ minutes: given.minutesAgo })
            await give(twins, grantOf(given.what, n, at), at)
          }
          if (gift !== undefined) transfers += await giveAway(twins, gift, n, now)
          if (cap !== undefined) await change(twins, cap, now)
          if (isBehind !== undefined) await charge(twins, now.subtract({ minutes: isBehind }))
          rounds += 1
          if (await charge(twins, now)) usual += 1
          const ledger = await ledgerOf(twins.usual)
          expect(ledger).toEqual(await ledgerOf(twins.replayed))
          reached += ledger.reaches.length
          // The carrier confirms at once, but goes on counting at high speed.
          for (const { contractId, lineIds } of both(twins))
            for (const lineId of lineIds)
              await inTransaction((tx) => noteSlow(tx, { contractId, lineId }, now))
          await decideSlowLines(harness.services, now)
        }
        allTransfers += transfers
        expect(await brokenDataLaws(db)).toEqual([])
        for (const { contractId } of both(twins))
          expect(await movedOut(contractId)).toEqual(await transferred(contractId))
      }),
      { numRuns: tries({ usually: 4, long: 40 }), seed: 114 },
    )
    expect(usual / rounds).toBeGreaterThan(0.3)
    expect(reached).toBeGreaterThan(5)
    expect(allTransfers).toBeGreaterThan(5)
  },
)

type Away = { readonly steps: number; readonly isBack: boolean }

/** What has left a ledger by its entries, and by the facts. */
const movedOut = async (contractId: string) =>
  sumsOf(
    (await rowsOf(harness, 'data_entry', ['source', 'bytes'], { contract_id: contractId }))
      .filter(({ source }) => source.startsWith('gift/'))
      .map(({ source, bytes }) => [source, -bytes]),
  )
const transferred = async (contractId: string) =>
  sumsOf(
    (await rowsOf(harness, 'data_transfer', '*', { contract_id: contractId })).map((row) => [
      `gift/${row.transfer_id}`,
      row.bytes,
    ]),
  )

function sumsOf(moved: readonly (readonly [string, number])[]) {
  const sums = new Map<string, number>()
  for (const [id, volume] of moved) sums.set(id, (sums.get(id) ?? 0) + volume)
  return new Map([...sums].filter(([, sum]) => sum !== 0))
}

/** Gives of both what the pool has, up to so much, or takes the first gift back. @returns how many transfers were written */
async function giveAway(twins: Twins, { steps, isBack }: Away, n: number, now: Instant) {
  const { queue } = harness.services
  let written = 0
  for (const { contractId } of both(twins)) {
    const [first] = await rowsOf(
      harness,
      'data_transfer',
      ['transfer_id'],
      { contract_id: contractId },
      'moved_at',
    )
    await inTransaction(async (tx) => {
      if (isBack && first !== undefined) {
        const named = { contractId, transferId: first.transfer_id }
        await takeTransferBack(tx, { queue }, named, now)
        return
      }
      const choose = (buckets: readonly BucketBalance[]) => {
        const most = givableBytes(buckets, now)
        return partsOf(buckets, leastBytes(most, megabytes(100 * steps)), now) ?? []
      }
      const named = { contractId, transferId: `G${n}`, choose }
      written += (await transferOut(tx, { queue }, named, now)).length
    })
  }
  return written
}

type Change = { line: number; isLift: boolean } & Omit<
  Parameters<typeof setCap>[3],
  'lineId' | 'atCap'
>

async function change(twins: Twins, { line, isLift, ...cap }: Change, now: Instant) {
  for (const { contractId, accountId, lineIds } of both(twins)) {
    const who = { actor: 'member' as const, contractId, accountId, now }
    const lineId = lineIds[line] ?? ''
    await inTransaction(async (tx) => {
      const hasCap = await tx
        .selectFrom('line_cap')
        .where('line_id', '=', lineId)
        .select('cap_id')
        .executeTakeFirst()
      if (!isLift || hasCap === undefined)
        await setCap(tx, harness.services, who, { lineId, atCap: 'slow', ...cap })
      else await liftCap(tx, harness.services, who, { lineId, more: '300' }).catch(() => undefined)
    })
  }
}

function grantOf(what: (typeof topUpCodes)[number] | 'present', n: number, at: Instant): Grant {
  if (what !== 'present') return topUpGrant(`T${n}`, what, at)
  // As long as November's base, so that the older of the two must be used first.
  const end = instant('2027-01-01T00:00:00+09:00')
  return presentGrant('gift', `P${n}`, megabytes(700), at, end)
}

function recordsOf(twins: Twins, from: Instant, volumes: readonly number[]): UsageRecord[] {
  return both(twins).flatMap(({ lineRefs }) =>
    volumes.map((volume, n) => ({
      // In no order of the lines, and the same for both members.
      recordId: `u-${(n * 7 + 3) % 10}-${from.epochMilliseconds}`,
      lineRef: lineRefs[n] ?? '',
      from: formatRfc3339(from),
      to: formatRfc3339(from.add({ hours: 1 })),
      highBytes: megabytes(volume),
      lowBytes: 0,
      revision: 1,
    })),
  )
}

const corrected = (record: UsageRecord): UsageRecord => ({
  ...record,
  revision: 2,
  highBytes: Math.floor(record.highBytes / 3),
})

test('期限も付与の時刻も同じ束は、番号の順に使う', async () => {
  const twins = { usual: await newMember(), replayed: await newMember() }
  await lookAtCalendar(harness.services, BEGIN)
  await charge(twins, BEGIN)
  const end = instant('2026-12-03T00:00:00+09:00')
  for (const id of ['b', 'a'])
    await give(twins, presentGrant('gift', id, megabytes(700), BEGIN, end), BEGIN)
  const now = BEGIN.add({ hours: 1 })
  await take(recordsOf(twins, BEGIN, [100, 0, 0]), now)
  expect(await charge(twins, now)).toBe(true)
  expect(await ledgerOf(twins.usual)).toEqual(await ledgerOf(twins.replayed))
})

test('設備が記録の番号を使い回しても、ほかの契約の引き落としは止まらない', async () => {
  const twins = { usual: await newMember(), replayed: await newMember() }
  await lookAtCalendar(harness.services, BEGIN)
  await charge(twins, BEGIN)
  const first = recordsOf(twins, BEGIN, [30, 0, 0])
  await take(first, BEGIN.add({ hours: 1 }))
  await chargeQueued(harness.services, BEGIN.add({ hours: 1 }))
  const now = BEGIN.add({ hours: 2 })
  const [reused, next] = recordsOf(twins, BEGIN.add({ hours: 1 }), [40, 0, 0]).filter(
    ({ highBytes }) => highBytes > 0,
  )
  if (reused === undefined || next === undefined) throw new Error('two records')
  await take([{ ...reused, recordId: first[0]?.recordId ?? '' }, next], now)
  await chargeQueued(harness.services, now)
  const { entries, waiting } = await ledgerOf(twins.replayed)
  expect(entries.filter((one) => one.kind === 'use').map((one) => one.bytes)).toEqual([
    -megabytes(30),
    -megabytes(40),
  ])
  expect([...waiting, ...(await ledgerOf(twins.usual)).waiting]).toEqual([])
})

test('合計は合っていても、払った順の違う記録は、計算し直して見つける', async () => {
  const twins = { usual: await newMember(), replayed: await newMember() }
  await lookAtCalendar(harness.services, BEGIN)
  await charge(twins, BEGIN)
  await give(twins, grantOf('present', 0, BEGIN), BEGIN)
  const [record, twin] = recordsOf(twins, BEGIN, [30, 0, 0]).filter((one) => one.highBytes > 0)
  if (record === undefined || twin === undefined) throw new Error('two records')
  const now = BEGIN.add({ hours: 1 })
  await take([record, twin], now)
  expect(await charge(twins, now)).toBe(true)
  expect(await ledgersUnlikeReplay(db, now)).toEqual([])

  const { contractId } = twins.usual
  const [charged] = await rowsOf(harness, 'data_entry', '*', {
    contract_id: contractId,
    kind: 'use',
  })
  if (charged === undefined) throw new Error('an entry')
  const [gift] = await rowsOf(harness, 'data_bucket', ['expires_at'], {
    contract_id: contractId,
    bucket_id: 'gift/P0',
  })
  if (gift === undefined) throw new Error('a present')
  const moved = [
    { ...charged, position: -1, bytes: 30_000_000, number: 98 },
    { ...charged, position: 0, bucket_id: 'gift/P0', ends_at: gift.expires_at, number: 99 },
  ]
  await db.insertInto('data_entry').values(moved).execute()
  await db
    .updateTable('data_bucket')
    .set((eb) => ({
      remaining_bytes: eb(
        'remaining_bytes',
        '+',
        eb.case().when('bucket_id', '=', 'gift/P0').then(-30_000_000).else(30_000_000).end(),
      ),
    }))
    .where('contract_id', '=', contractId)
    .execute()
  const broken = await brokenDataLaws(db)
  expect(broken.filter((one) => one.contract_id === contractId)).toEqual([])
  const law = 'a ledger says what a replay of its facts says'
  const source = `usage/${record.recordId}`
  const at = charged.occurred_at.toString()
  expect(await ledgersUnlikeReplay(db, now)).toEqual(
    [
      { what: `${source}@gift/P0#2`, found: `30000000 more at ${at}` },
      { what: `${source}@base/2026-11#3`, found: `-30000000 more at ${at}` },
      { what: 'base/2026-11', found: '8000000000 of replayed 7970000000' },
      { what: 'gift/P0', found: '670000000 of replayed 700000000' },
    ].map((one) => ({ law, contract_id: contractId, ...one })),
  )
})
