import type { TopUpCode } from '#vocabulary/data.ts'
import type { CarrierSpeed } from '#backend/contract/tables.ts'
import { speedFor } from '#domain/data/three-day.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type {
  CarrierAnswer,
  CarrierPort,
  UsageRecord as CarrierRecord,
} from '#backend/ports/carrier.ts'
import { addBytes, bytes, noBytes } from '#domain/bytes.ts'
import { baseGivenAt, baseGrant, type Grant, topUpGrant } from '#domain/data/grant.ts'
import type { Snapshot } from '#domain/data/pool.ts'
import { replay } from '#domain/data/replay.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import { replaces, type UsageRecord } from '#domain/data/usage-record.ts'
import {
  addDays,
  atHour,
  dayOfMonth,
  formatRfc3339,
  instant,
  isBefore,
  startOfDay,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { firstOwedMonth, type ContractStory } from './contracts.ts'

export type SeedLine = {
  readonly lineId: string
  readonly lineRef: string
  readonly joinedOn: TokyoDate
}
export type SeedContract = {
  readonly story: ContractStory
  readonly accountId: string
  readonly contractId: string
  readonly startedOn: TokyoDate
  readonly lines: readonly SeedLine[]
}

/** What a member or the system did in the past, as the carrier was asked for it. */
export type PastEvent =
  | { type: 'switch'; at: Instant; lineId: string; orderId: string; on: boolean }
  | { type: 'speed'; at: Instant; lineId: string; orderId: string; speed: CarrierSpeed }
  | { type: 'topUp'; at: Instant; orderNo: string; grant: Grant; code: TopUpCode }
  | { type: 'suspend'; at: Instant; lineId: string; orderId: string }

/** One contract as it lives through its past: what it plans, does, uses, and which speed follows. */
export function createLife(carrier: CarrierPort, contract: SeedContract, now: Instant) {
  const { story, lines } = contract
  const suspendAt =
    story.suspendedUnpaid &&
    collectionCourse(paymentSchedule(firstOwedMonth(now)).chargeOn).suspendAt
  const events: PastEvent[] = []
  const plans = new Map<string, PastEvent[]>()
  const speeds = new Map<string, CarrierSpeed>()
  const switchedOff = new Set<string>()
  const lowByDay = new Map(lines.map((line) => [line.lineId, new Map<TokyoDate, number>()]))
  const counted = new Map<string, CarrierRecord>()
  const lineIds = new Map(lines.map((line) => [line.lineRef, line.lineId]))
  let grants: Grant[] = [
    baseGrant(toTokyoMonth(startOfDay(contract.startedOn)), story.planCode, contract.startedOn),
  ]
  let uses: UsageRecord[] = []
  let snapshot: Snapshot | undefined
  let leftBytes: number = grants[0]?.grantedBytes ?? 0
  let dayBytes = 0
  let busiestDayBytes = 0
  let serial = 0
  let lastEmptyMonth = ''

  const orderId = () => `seed-${story.loginId}-${(serial += 1)}`
  const plan = (event: PastEvent) => {
    const day = toTokyoDate(event.at)
    plans.set(day, [...(plans.get(day) ?? []), event])
  }

  /** Tells the carrier what happens from one stop to the next. */
  async function act(from: Instant, to: Instant) {
    planDay(from)
    const today = plans.get(toTokyoDate(from)) ?? []
    const events = today.filter((event) => !isBefore(event.at, from) && isBefore(event.at, to))
    for (const event of events.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)))
      await perform(event)
  }

  function planDay(from: Instant) {
    const date = toTokyoDate(from)
    if (!startOfDay(date).equals(from)) return
    for (const [index, line] of lines.entries()) planPause(index, line, date)
    if (date === addDays(toTokyoDate(now), -1)) planGift(date)
    if (suspendAt && date === toTokyoDate(suspendAt))
      for (const { lineId } of lines)
        plan({ type: 'suspend', at: suspendAt, lineId, orderId: orderId() })
  }

  function planPause(index: number, line: SeedLine, date: TokyoDate) {
    const pause = story.lines[index]?.monthlyPause
    if (pause === undefined || date < line.joinedOn) return
    const at = atHour(date, pause.hour).add({ minutes: 7 + index })
    if (dayOfMonth(date) === pause.offDay)
      plan({ type: 'switch', at, lineId: line.lineId, orderId: orderId(), on: false })
    if (dayOfMonth(date) === pause.onDay)
      plan({ type: 'switch', at, lineId: line.lineId, orderId: orderId(), on: true })
  }

  function planGift(date: TokyoDate) {
    if (story.atLeast === undefined || leftBytes >= story.atLeast.bytes) return
    buy(story.atLeast.code, atHour(date, 19).add({ minutes: 42 }))
  }

  function buy(code: TopUpCode, at: Instant) {
    const orderNo = newReadableNo('D')
    plan({ type: 'topUp', at, orderNo, grant: topUpGrant(orderNo, code, at), code })
  }

  async function perform(event: PastEvent) {
    events.push(event)
    if (event.type === 'topUp') {
      grants = [...grants, event.grant]
      leftBytes += event.grant.grantedBytes
      for (const line of joined(event.at))
        if (!switchedOff.has(line.lineId)) await awaitSpeed(line, event.at)
      return
    }
    const lineRef = lines.find((one) => one.lineId === event.lineId)?.lineRef ?? ''
    const at = formatRfc3339(event.at)
    if (event.type === 'switch') {
      accepted(
        await carrier.commandLine(lineRef, 'high-speed', {
          orderId: event.orderId,
          on: event.on,
          at,
        }),
      )
      if (!event.on) switchedOff.add(event.lineId)
      else switchedOff.delete(event.lineId)
      const line = lines.find((one) => one.lineId === event.lineId)
      if (line && event.on) await awaitSpeed(line, event.at)
    }
    if (event.type === 'suspend')
      accepted(
        await carrier.commandLine(lineRef, 'suspend', {
          orderId: event.orderId,
          reason: 'unpaid',
          at,
        }),
      )
    if (event.type === 'speed')
      accepted(
        await carrier.commandLine(lineRef, 'speed-policy', {
          orderId: event.orderId,
          mode: event.speed,
          at,
        }),
      )
  }

  const joined = (at: Instant) => lines.filter((line) => isBefore(startOfDay(line.joinedOn), at))

  /** At each hour, and at once after a purchase and when the member's switch is turned on. */
  async function awaitSpeed({ lineId }: SeedLine, at: Instant) {
    const days = [...(lowByDay.get(lineId) ?? [])].map(([day, sum]) => [day, bytes(sum)] as const)
    const line = {
      totalBytes: leftBytes,
      isOn: !switchedOff.has(lineId),
      isAtCap: false,
      lowByDay: new Map(days),
    }
    const speed = speedFor(line, toTokyoDate(at))
    if (speed === (speeds.get(lineId) ?? 'high')) return
    speeds.set(lineId, speed)
    await perform({ type: 'speed', at, lineId, orderId: orderId(), speed })
  }

  /** Takes up what was handed out and decides, as the hourly task would. */
  async function take(records: readonly CarrierRecord[], at: Instant) {
    if (!isBefore(startOfDay(contract.startedOn), at)) return
    for (const record of records) count(record, at)
    const today = toTokyoDate(at)
    const isMidnight = startOfDay(today).equals(at)
    if (!isNearEmpty() && !isMidnight) return
    const base = baseGivenAt(at, story.planCode)
    if (base) grants = [...grants, base]
    const pool = replay({ grants, uses, snapshot }, at)
    leftBytes = addBytes(...pool.buckets.map((one) => one.remainingBytes))
    for (const line of joined(at)) await awaitSpeed(line, at)
    if (leftBytes === 0) planRelief(at)
    if (!isMidnight) return
    noteUse()
    snapshot = pool
    uses = []
    grants = grants.filter((one) => isBefore(at, one.grantedAt))
  }

  /** The most that was used on a day of late, falling off by a tenth a day. */
  function noteUse() {
    busiestDayBytes = Math.max(dayBytes, busiestDayBytes * 0.9)
    dayBytes = 0
  }

  function count(record: CarrierRecord, at: Instant) {
    const lineId = lineIds.get(record.lineRef)
    if (lineId === undefined) return
    const [from, to] = [instant(record.from), instant(record.to)]
    const known = counted.get(record.recordId)
    if (known && !replaces(record, known)) return
    // A correction counts by its difference.
    counted.set(record.recordId, record)
    const lowBytes = record.lowBytes - (known?.lowBytes ?? 0)
    const highBytes = bytes(Math.max(0, record.highBytes - (known?.highBytes ?? 0)))
    const days = lowByDay.get(lineId)
    const day = toTokyoDate(from)
    days?.set(day, (days.get(day) ?? 0) + lowBytes)
    dayBytes += highBytes
    // A late record finds its day closed: for the walk it is use of now.
    const isLate = snapshot !== undefined && isBefore(from, snapshot.at)
    const time = isLate ? { from: at.subtract({ hours: 1 }), to: at } : { from, to }
    const recordId = `${record.recordId}/${uses.length}`
    uses.push({ recordId, revision: 1, lineId, ...time, highBytes, lowBytes: noBytes })
  }

  /** A member who runs out buys more now and then, in the daytime. */
  function planRelief(at: Instant) {
    const month = toTokyoMonth(at)
    if (story.topUp === undefined || month === lastEmptyMonth) return
    lastEmptyMonth = month
    const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
    if (number % story.topUp.everyMonths !== 0) return
    const tomorrow = addDays(toTokyoDate(at), 1)
    buy(story.topUp.code, atHour(tomorrow, 8).add({ minutes: 12 }))
  }

  const isNearEmpty = () => leftBytes > 0 && leftBytes < 1.3 * busiestDayBytes && !isSuspended()
  const isSuspended = () => events.some((event) => event.type === 'suspend')

  return { contractId: contract.contractId, events, act, take, isNearEmpty }
}

export function accepted<Value>(answer: CarrierAnswer<Value>): Value {
  if (answer.kind !== 'accepted')
    throw new Error(`the carrier stand-in did not take the demo's past: ${JSON.stringify(answer)}`)
  return answer.value
}
