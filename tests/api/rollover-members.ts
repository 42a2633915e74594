import fc from 'fast-check'
import { giveData } from '#backend/data/commands/give-data.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { feedOf } from './usage-feed.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { megabytes } from '#domain/bytes.ts'
import { type Grant, topUpGrant } from '#domain/data/grant.ts'
import { formatRfc3339, instant, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { topUpCodes } from '#vocabulary/data.ts'
import { presentGrant } from '../facts/pool-histories.ts'
import type { Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { setContract, setRows } from './rows.ts'

/** The month that turns in these tests. */
export const ROLLOVER = instant('2026-12-01T00:00:00+09:00')

const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const volume = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 900 }) },
  { weight: 1, arbitrary: fc.constant(9000) },
)
/** What happened to a contract until the turn. */
export const shape = fc.record({
  planCode: fc.constantFrom(10, 11, 13, 18, 20),
  startedOn: fc.constantFrom('2026-10-20', '2026-11-01', '2026-11-17', '2026-12-01'),
  lines: fc.constantFrom(1, 1, 1, 2, 3),
  status: fc.constantFrom('active', 'active', 'active', 'suspended'),
  usedEarlier: volume,
  usedBefore: volume,
  /** Of the last hour of the month: what of it comes in, and when. */
  lastHour: volume,
  lastHourComes: fc.constantFrom('in time', 'in time', 'in time', 'corrected', 'later'),
  bought: seldom(fc.constantFrom(...topUpCodes)),
  /** Ends at that many minutes after the turn, or before it. */
  presentEnds: seldom(fc.constantFrom(-30, 0, 30, 30, 600)),
  endsOn: seldom(fc.constantFrom('2026-11-30', '2026-12-15')),
  bookedCode: seldom(fc.constantFrom(10, 13, 20)),
  isOff: seldom(fc.constant(true)),
})
export type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never

export type Member = { readonly contractId: string; readonly lineRefs: readonly string[] }

/** Members who live through to the turn. */
export function createRollover(harness: Harness) {
  const { db } = harness.database
  let serial = 0
  async function newMember({ planCode, startedOn, lines, status }: Shape): Promise<Member> {
    const made = await makeMember(harness, {
      loginId: `turn-${(serial += 1)}`,
      planCode,
      startedOn,
      status,
      course: lines > 1 ? 'share' : 'single',
      lines: Array.from({ length: lines }, () => ({})),
    })
    return { contractId: made.contractId, lineRefs: made.lineIds.map((id) => `ref-${id}`) }
  }

  async function take(records: readonly UsageRecord[], now: Instant) {
    await db.deleteFrom('import_cursor').execute()
    const carrier = feedOf(harness.services.carrier, records)
    await importUsage({ ...harness.services, carrier }, now)
  }

  async function charge(now: Instant) {
    await lookAtCalendar(harness.services, now)
    await chargeQueued(harness.services, now)
  }

  const give = (contractId: string, grant: Grant, now: Instant) =>
    db.transaction().execute((tx) => giveData(tx, harness.services, contractId, grant, now))

  function hourOf(
    { lineRefs }: Member,
    from: Instant,
    volume: number,
    revision = 1,
  ): UsageRecord[] {
    return lineRefs.map((lineRef, n) => ({
      recordId: `u-${lineRef}-${from.epochMilliseconds}`,
      lineRef,
      from: formatRfc3339(from),
      to: formatRfc3339(from.add({ hours: 1 })),
      highBytes: megabytes(volume) + (volume > 0 ? n : 0),
      lowBytes: 0,
      revision,
    }))
  }

  /** Lives the members through to the turn. */
  async function live(shapes: readonly Shape[]) {
    const members: Member[] = []
    for (const one of shapes) members.push(await newMember(one))
    const pairs = members.map((member, n) => ({ member, shape: shapes[n] ?? never() }))
    await charge(instant('2026-10-20T10:00:00+09:00'))
    await charge(instant('2026-11-05T00:00:00+09:00'))
    await charge(instant('2026-11-20T10:00:00+09:00'))
    const running = pairs.filter(({ shape: { startedOn } }) => startedOn < '2026-12-01')
    const earlier = instant('2026-11-20T12:00:00+09:00')
    await take(
      running.flatMap(({ member, shape: { usedEarlier } }) => hourOf(member, earlier, usedEarlier)),
      earlier.add({ hours: 1 }),
    )
    await charge(earlier.add({ hours: 1 }))
    const evening = instant('2026-11-30T22:00:00+09:00')
    for (const {
      member,
      shape: { bought, presentEnds },
    } of running) {
      const { contractId } = member
      if (bought !== undefined) await give(contractId, topUpGrant('T', bought, evening), evening)
      if (presentEnds === undefined) continue
      const end = ROLLOVER.add({ minutes: presentEnds })
      await give(contractId, presentGrant('gift', 'P', megabytes(700), evening, end), evening)
    }
    await take(
      running.flatMap(({ member, shape: { usedBefore } }) => hourOf(member, evening, usedBefore)),
      evening.add({ hours: 1 }),
    )
    await charge(evening.add({ hours: 1 }))
    const last = ROLLOVER.subtract({ hours: 1 })
    await take(
      running.flatMap(({ member, shape: { lastHour, lastHourComes } }) => [
        ...(lastHourComes === 'later' ? [] : hourOf(member, last, lastHour)),
        ...(lastHourComes === 'corrected' ? hourOf(member, evening, 11, 2) : []),
      ]),
      ROLLOVER,
    )
    for (const {
      member,
      shape: { endsOn, bookedCode, isOff },
    } of running) {
      const { contractId } = member
      if (endsOn !== undefined)
        await setContract(harness, contractId, {
          status: endsOn < '2026-12-01' ? 'terminated' : 'cancel_reserved',
          ends_on: tokyoDate(endsOn),
        })
      if (bookedCode !== undefined)
        await setContract(harness, contractId, { plan_code: bookedCode })
      if (isOff)
        await setRows(harness, 'line', { high_speed_on: false }, { contract_id: contractId })
    }
    return members
  }

  return { live, take, charge, hourOf }
}

function never(): never {
  throw new Error('a shape for every member')
}
