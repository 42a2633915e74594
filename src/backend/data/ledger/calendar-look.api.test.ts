import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { presentGrant } from '../../../../tests/facts/pool-histories.ts'
import { makeMember } from '../../../../tests/api/members.ts'
import { rowsOf, setContract } from '../../../../tests/api/rows.ts'
import { useHarness } from '../../../../tests/api/use-harness.ts'
import { tries } from '../../../../tests/tries.ts'
import { importUsage } from '../usage/import.ts'
import { feedOf, hourOf } from '../usage/test-feed.ts'
import { isSameDay, readThrough } from './calendar-look.ts'
import { calendarDues, noteCalendarDues } from './calendar.ts'
import { createPoolService } from './pool-service.ts'
import { settleDue } from './settle-due.ts'
import { turnMonth } from './turn-month.ts'

/** Four hours before a day and 28 before a month turn. */
const BEGIN = instant('2026-11-29T20:00:00+09:00')
const harness = await useHarness('2026-11-29T20:00:00+09:00')
const { services } = harness
const { db } = harness.database
const inTransaction = <Result>(work: (tx: Db) => Promise<Result>) => db.transaction().execute(work)

let serial = 0
async function newMember(startedOn: string) {
  const loginId = `looked-at-${(serial += 1)}`
  const made = await makeMember(harness, { loginId, startedOn, planCode: 13 })
  return { contractId: made.contractId, lineRef: `ref-${made.lineIds[0] ?? ''}` }
}
type Member = Awaited<ReturnType<typeof newMember>>

const give = ({ contractId }: Member, at: Instant, end: Instant) => {
  const gift = presentGrant('gift', `P${(serial += 1)}`, megabytes(500), at, end)
  return inTransaction((tx) => createPoolService(services).grant(tx, contractId, gift, at))
}

async function use({ lineRef }: Member, at: Instant, volume: number, revision: number) {
  const hour = at.toZonedDateTimeISO('Asia/Tokyo').toString().slice(0, 13)
  await db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(services.carrier, [hourOf(lineRef, hour, volume, { revision })])
  await importUsage({ ...services, carrier }, at.add({ hours: 1 }))
}

/** What waits for the ledgers, each from its earliest moment, and the buckets: all that a look may change. */
async function found(tx: Db) {
  const dues = sql`select contract_id, min(since)::text from ledger_due group by 1 order by 1`
  const buckets = sql`select contract_id, bucket_id, granted_bytes, remaining_bytes from data_bucket order by 1, 2`
  return { dues: (await dues.execute(tx)).rows, buckets: (await buckets.execute(tx)).rows }
}

/** What a look at every contract would find at this moment. */
async function foundByAll(now: Instant) {
  let all: Awaited<ReturnType<typeof found>> | undefined
  const undo = new Error('undo')
  await inTransaction(async (tx) => {
    await calendarDues(tx, now)
    all = await found(tx)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return all
}

const member = fc.nat(4)
const day = fc.integer({ min: -2, max: 2 })
const hours = fc.oneof(
  { weight: 5, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 80 }) },
)
/** Of a clock that is behind; half of the time none. */
const behind = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.nat(60) },
)
const event = fc.oneof(
  fc.record({
    what: fc.constant('gift'),
    member,
    behind,
    minutes: fc.integer({ min: 1, max: 4000 }),
  }),
  fc.record({
    what: fc.constant('gift'),
    member,
    behind,
    minutes: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ what: fc.constant('use'), member, behind, volume: fc.constantFrom(1, 400, 9000) }),
  fc.record({ what: fc.constant('corrected'), member, behind, volume: fc.constant(0) }),
  fc.record({ what: fc.constant('size'), member, code: fc.constantFrom(10, 11, 13, 20) }),
  fc.record({ what: fc.constant('begins'), member, day }),
  fc.record({ what: fc.constant('ends'), member, day }),
  fc.record({ what: fc.constant('goes on'), member }),
)
const step = fc.record({
  events: fc.array(event, { maxLength: 3 }),
  hours,
  setBack: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat(40) },
  ),
  /** How far the clock is behind of who charges; nobody does, where none. */
  settled: fc.option(behind, { freq: 4, nil: undefined }),
  isTurned: fc.boolean(),
})
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

async function happen(one: Event, members: readonly Member[], now: Instant) {
  const who = members[one.member]
  if (who === undefined) return
  const change = (values: Parameters<typeof setContract>[2]) =>
    setContract(harness, who.contractId, values)
  if ('minutes' in one) {
    const at = now.subtract({ hours: one.behind })
    return give(who, at, at.add({ minutes: one.minutes }))
  }
  if ('volume' in one) {
    const revision = one.what === 'use' ? 1 : 2
    return use(who, now.subtract({ hours: one.behind + 2 }), one.volume, revision)
  }
  if ('code' in one) return change({ plan_code: one.code })
  if (!('day' in one)) return change({ status: 'active', ends_on: null })
  const date = toTokyoDate(now.add({ hours: one.day * 24 }))
  if (one.what === 'begins') return change({ status: 'active', started_on: date })
  return change({ status: one.day < 0 ? 'cancelled' : 'cancel_reserved', ends_on: date })
}

test(
  '変わったものだけを見ても、いつも、全契約を見たときと同じものが見つかる',
  { timeout: 300_000 },
  async () => {
    let short = 0
    let looks = 0
    const history = fc.array(step, { minLength: 15, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const members: Member[] = []
        for (const startedOn of [
          '2026-10-01',
          '2026-11-01',
          '2026-11-20',
          '2026-11-30',
          '2026-12-01',
        ])
          members.push(await newMember(startedOn))
        await sql`truncate month_turn, month_turn_part`.execute(db)
        let now = BEGIN
        for (const { events, hours, setBack, settled, isTurned } of steps) {
          now = now.add({ hours: hours - setBack })
          for (const one of events) await happen(one, members, now)
          if (isTurned) await turnMonth(services, now)
          looks += 1
          if (isSameDay(await readThrough(db), now)) short += 1
          const all = await foundByAll(now)
          await noteCalendarDues(services, now)
          expect(await found(db)).toEqual(all)
          if (settled !== undefined) await settleDue(services, now.subtract({ hours: settled }))
        }
      }),
      { numRuns: tries({ usually: 12, long: 150 }), seed: 74 },
    )
    expect(short / looks).toBeGreaterThan(0.3)
  },
)

const waiting = async ({ contractId }: Member) =>
  (await rowsOf(harness, 'ledger_due', ['since'], { contract_id: contractId })).length

test('見ているあいだに確定していなかった購入も、つぎの1時間に見つかる', async () => {
  const noon = instant('2027-03-10T12:00:00+09:00')
  const late = await newMember('2027-03-01')
  await noteCalendarDues(services, noon)
  await settleDue(services, noon)
  const other = connectDatabase({ url: services.config.DATABASE_URL })
  await other.db.transaction().execute(async (tx) => {
    const at = noon.add({ minutes: 10 })
    const gift = presentGrant('gift', 'late', megabytes(500), at, at.add({ minutes: 20 }))
    await createPoolService(services).grant(tx, late.contractId, gift, at)
    await noteCalendarDues(services, noon.add({ hours: 1 }))
    expect(await waiting(late)).toBe(0)
  })
  await other.close()
  await noteCalendarDues(services, noon.add({ hours: 2 }))
  expect(await waiting(late)).toBe(1)
})

/** A worker that dies when it notes this contract. */
async function dyingAt({ contractId }: Member, work: () => Promise<void>) {
  await harness.database.pool.query(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger dies before insert on ledger_due for each row
      when (new.contract_id = '${contractId}') execute function die()`)
  await expect(work()).rejects.toThrow('killed')
  await harness.database.pool.query('drop function die cascade')
}

const inOrder = (a: Member, b: Member) => (a.contractId < b.contractId ? -1 : 1)
const entriesOf = async ({ contractId }: Member) =>
  (await rowsOf(harness, 'data_entry', ['source'], { contract_id: contractId }, 'position')).map(
    ({ source }) => source.replace(/P\d+/, 'P'),
  )

test.each([
  { of: '1日の最初の見回り', at: '2027-04-11T00:00:00+09:00', endsIn: 30 },
  { of: '期限の来たものが多い1時間', at: '2027-04-20T13:00:00+09:00', endsIn: 30 },
  { of: '変わったものが多い1時間', at: '2027-04-22T13:00:00+09:00', endsIn: -30 },
])('$of の途中で倒れても、二人が同時にやり直しても、期限は一度ずつ来る', async ({ at, endsIn }) => {
  const now = instant(at)
  const hourBefore = now.subtract({ hours: 1 })
  const bought = now.subtract({ hours: 3 })
  const pair = [await newMember('2027-04-01'), await newMember('2027-04-01')].toSorted(inOrder)
  const [, second] = pair
  if (second === undefined) throw new Error('two members')
  await noteCalendarDues(services, bought)
  await settleDue(services, bought)
  const giveBoth = async () => {
    for (const one of pair) await give(one, bought, hourBefore.add({ minutes: endsIn }))
  }
  // What ends later was seen by the hour before; what was over by then came from a clock that is behind.
  if (endsIn > 0) await giveBoth()
  await noteCalendarDues(services, hourBefore)
  if (endsIn < 0) await giveBoth()
  await dyingAt(second, () => noteCalendarDues(services, now, 1))
  const other = connectDatabase({ url: services.config.DATABASE_URL })
  await Promise.all([
    noteCalendarDues(services, now, 1),
    noteCalendarDues({ database: other }, now, 1),
  ])
  await other.close()
  await settleDue(services, now)
  for (const one of pair)
    expect(await entriesOf(one)).toEqual(['grant/base/2027-04', 'grant/gift/P', 'expire/gift/P'])
  expect(await rowsOf(harness, 'ledger_due', '*')).toEqual([])
})
