import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#backend/db/connect.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant, isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { presentGrant } from '#tests/facts/pool-histories.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowOf, setContract } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { tries } from '#tests/tries.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { isLaterThatDay, lookedThrough } from './rows/calendar.ts'
import { applyCalendar } from './bulk/apply-calendar.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { giveData } from './commands/give-data.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { rollMonthOver } from './commands/roll-month-over.ts'

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
  return inTransaction((tx) => giveData(tx, services, contractId, gift, at))
}

async function use({ lineRef }: Member, at: Instant, volume: number, revision: number) {
  const hour = at.toZonedDateTimeISO('Asia/Tokyo').toString().slice(0, 13)
  await db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(services.carrier, [hourOf(lineRef, hour, volume, { revision })])
  await importUsage({ ...services, carrier }, at.add({ hours: 1 }))
}

/** What waits for the ledgers, each from its earliest moment, and the buckets: all that a look may change. */
async function found(tx: Db) {
  const queue = sql`select contract_id, min(since)::text from ledger_due group by 1 order by 1`
  const buckets = sql`select contract_id, bucket_id, granted_bytes, remaining_bytes from data_bucket order by 1, 2`
  return { dues: (await queue.execute(tx)).rows, buckets: (await buckets.execute(tx)).rows }
}

/** What a look at every contract would find at this moment. */
async function foundByAll(now: Instant) {
  let all: Awaited<ReturnType<typeof found>> | undefined
  const undo = new Error('undo')
  await inTransaction(async (tx) => {
    await applyCalendar(tx, now)
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
  fc.record({ what: fc.constant('ends'), member, inDays: fc.nat(2) }),
  fc.record({ what: fc.constant('goes on'), member }),
)
const step = fc.record({
  events: fc.array(event, { maxLength: 3 }),
  hours,
  setBack: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  /** How far the clock is behind of who charges; nobody does, where none. */
  settled: fc.option(behind, { freq: 4, nil: undefined }),
  isRolledOver: fc.boolean(),
})
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

const dayAfter = (at: Instant, days: number) => toTokyoDate(at.add({ hours: days * 24 }))

/** `latest` is as far as the clock has ever come: no contract ends before what its ledger has seen. */
async function happen(one: Event, members: readonly Member[], now: Instant, latest: Instant) {
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
  if ('day' in one) return change({ status: 'active', started_on: dayAfter(now, one.day) })
  // Once a service is over, its end stays.
  const { ends_on: end } = await rowOf(harness, 'contract', ['ends_on'], {
    contract_id: who.contractId,
  })
  if (end !== null && end < toTokyoDate(latest)) return
  if ('inDays' in one)
    return change({ status: 'cancel_reserved', ends_on: dayAfter(latest, one.inDays) })
  return change({ status: 'active', ends_on: null })
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
        let latest = BEGIN
        for (const { events, hours, setBack, settled: counts, isRolledOver } of steps) {
          now = now.add({ hours: hours - setBack })
          if (isBefore(latest, now)) latest = now
          for (const one of events) await happen(one, members, now, latest)
          if (isRolledOver) await rollMonthOver(services, now)
          looks += 1
          if (isLaterThatDay(await lookedThrough(db), now)) short += 1
          const all = await foundByAll(now)
          await lookAtCalendar(services, now)
          expect(await found(db)).toEqual(all)
          if (counts !== undefined) await chargeQueued(services, now.subtract({ hours: counts }))
        }
      }),
      { numRuns: tries({ usually: 5, long: 20 }), seed: 74 },
    )
    expect(short / looks).toBeGreaterThan(0.3)
  },
)
