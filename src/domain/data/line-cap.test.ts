import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capPeriods, type CapPeriod } from '#vocabulary/line-cap.ts'
import { tries } from '#tests/tries.ts'
import { bytes, gigabytes, megabytes, noBytes } from '../bytes.ts'
import {
  endOfDay,
  instant,
  type Instant,
  isBefore,
  monthOf,
  tokyoDate,
  toTokyoDate,
} from '../tokyo.ts'
import {
  type CapLift,
  type CapUse,
  isInSlowSpan,
  type LineCap,
  liftOf,
  marksOf,
  nothingUsed,
  reachedPeriod,
  roomOf,
  type SlowSpan,
  warnedPeriods,
} from './line-cap.ts'
import type { Grant } from './grant.ts'
import { replay } from './replay.ts'
import { tryCap } from './try-cap.ts'
import type { UsageRecord } from './usage-record.ts'

const use = (day: number, month: number): CapUse => ({
  day: megabytes(day),
  month: megabytes(month),
})

describe('回線の上限', () => {
  test('使った量が上限と同じになったときに届き、1か月の上限を1日の上限より先に見る', () => {
    const cap: LineCap = { day: megabytes(300), month: gigabytes(5) }
    expect(reachedPeriod(cap, use(299, 4999))).toBeUndefined()
    expect(reachedPeriod(cap, use(300, 4999))).toBe('day')
    expect(reachedPeriod(cap, use(300, 5000))).toBe('month')
    expect(reachedPeriod({ month: noBytes }, nothingUsed)).toBe('month')
  })

  test('知らせるのは、決めた割合から上限までのあいだだけ', () => {
    const cap: LineCap = { day: megabytes(300), warnPercent: 80 }
    const at = (day: number) => warnedPeriods(cap, marksOf(cap, []), use(day, day))
    expect([at(239), at(240), at(299), at(300)]).toEqual([[], ['day'], ['day'], []])
    expect(warnedPeriods({ day: megabytes(300) }, { day: megabytes(300) }, use(299, 0))).toEqual([])
    expect(warnedPeriods({ day: noBytes, warnPercent: 80 }, { day: noBytes }, use(0, 0))).toEqual(
      [],
    )
  })

  test('今日だけの増量は、使った量か上限の多いほうに足し、上限なしはその日だけ上限を外す', () => {
    const cap: LineCap = { day: megabytes(300), month: gigabytes(5) }
    const lift = liftOf(cap, use(310, 1200), megabytes(500))
    expect(lift).toEqual({ day: megabytes(810), month: megabytes(5500) })
    expect(marksOf(cap, [lift])).toEqual(lift)
    expect(liftOf(cap, use(310, 5200), megabytes(500)).month).toBe(megabytes(5700))
    expect(marksOf(cap, [lift, liftOf(cap, nothingUsed, undefined)])).toEqual({})
  })

  test('次に見るまでに使える量は、次の知らせか上限まで。日が変わってからの分も数える', () => {
    const cap: LineCap = { day: megabytes(300), warnPercent: 80 }
    expect(roomOf(cap, [], use(0, 0))).toBe(megabytes(240))
    expect(roomOf(cap, [], use(100, 100))).toBe(megabytes(140))
    expect(roomOf(cap, [], use(250, 250))).toBe(megabytes(50))
    // At the cap nothing more is reached today; tomorrow begins with the warning.
    expect(roomOf(cap, [], use(300, 300))).toBe(megabytes(240))
    expect(roomOf({ day: megabytes(300), warnPercent: 10 }, [], use(60, 60))).toBe(megabytes(30))
    expect(roomOf({ month: noBytes }, [], use(0, 0))).toBeUndefined()
  })

  test('低速を確認したあとの1時間は数えず、途中まで高速だった1時間は数える', () => {
    const at = (hour: number) => instant('2026-11-20T00:00:00+09:00').add({ hours: hour })
    const span: SlowSpan = { lineId: 'L1', from: at(2), until: at(4) }
    const record = (from: number, lineId = 'L1') => ({ lineId, from: at(from), to: at(from + 1) })
    const isSlow = [1, 2, 3, 4].map((from) => isInSlowSpan(record(from), [span]))
    expect(isSlow).toEqual([false, true, true, false])
    expect(isInSlowSpan(record(2, 'L2'), [span])).toBe(false)
    const late = { ...span, from: at(2).add({ minutes: 1 }) }
    expect(isInSlowSpan(record(2), [late])).toBe(false)
    expect(isInSlowSpan(record(3), [{ ...span, until: undefined }])).toBe(true)
  })
})

describe('上限を試す', () => {
  const hour = (n: number, used: number) => {
    const from = instant('2026-10-31T22:00:00+09:00').add({ hours: n })
    return { recordId: `R${n}`, from, to: from.add({ hours: 1 }), usedBytes: megabytes(used) }
  }

  test('上限に届いた1時間はそのまま数え、次の1時間から低速になり、日付が変わると戻る', () => {
    const hours = [hour(0, 200), hour(1, 50), hour(2, 150), hour(3, 250), hour(4, 100)]
    const range = { from: tokyoDate('2026-10-31'), to: tokyoDate('2026-11-02') }
    const { days, within } = tryCap({ day: megabytes(150) }, hours, range)
    expect(days).toEqual([
      {
        date: '2026-10-31',
        usedBytes: megabytes(250),
        withinBytes: megabytes(200),
        reached: { at: instant('2026-10-31T23:00:00+09:00'), period: 'day' },
      },
      {
        date: '2026-11-01',
        usedBytes: megabytes(500),
        withinBytes: megabytes(150),
        reached: { at: instant('2026-11-01T01:00:00+09:00'), period: 'day' },
      },
      { date: '2026-11-02', usedBytes: 0, withinBytes: 0 },
    ])
    expect([...within.values()].map((one) => one / 1_000_000)).toEqual([200, 0, 150, 0, 0])
  })

  test('試す前の日の利用は、1か月の上限に数えるだけで、そのまま残る', () => {
    const hours = [hour(0, 200), hour(1, 50), hour(2, 150), hour(3, 250)]
    const range = { from: tokyoDate('2026-11-01'), to: tokyoDate('2026-11-01') }
    const { within } = tryCap({ day: megabytes(100) }, hours, range)
    expect([...within.values()].map((one) => one / 1_000_000)).toEqual([200, 50, 150, 0])
  })

  test('1か月の上限は、月が変わると数え直す', () => {
    const hours = [hour(0, 200), hour(1, 50), hour(2, 150), hour(3, 250)]
    const range = { from: tokyoDate('2026-10-31'), to: tokyoDate('2026-11-01') }
    const { days } = tryCap({ month: megabytes(160) }, hours, range)
    expect(days.map((day) => day.withinBytes / 1_000_000)).toEqual([200, 400])
    expect(days.map((day) => day.reached?.period)).toEqual(['month', 'month'])
  })
})

// ---- histories: what the carrier counts, when we learn of it, and what the line is charged ----

const BEGIN = instant('2026-11-30T16:00:00+09:00')
const HOURS = 20
const LINES = ['L1', 'L2'] as const
const MOST_AN_HOUR = 400

const demand = fc.nat(MOST_AN_HOUR)
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>, weight = 1) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
const volumeOf = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1500 }))
const capOf = fc
  .tuple(fc.option(volumeOf, { nil: undefined }), fc.option(volumeOf, { nil: undefined }))
  .map(([day, month]): LineCap => ({
    day: day === undefined ? undefined : megabytes(day),
    month: month === undefined ? undefined : megabytes(month),
  }))
const lineHour = fc.record({
  demand,
  /** Hours that the record is late; it comes with the hour after otherwise. */
  late: seldom(fc.integer({ min: 1, max: 8 })),
  /** The carrier counts at high speed although it has confirmed the low one. */
  disobeys: fc.oneof(
    { weight: 5, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  /** The first report says more; the correction comes an hour later. */
  isCorrected: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  /** The holder changes the cap, or allows more today, in mid-hour. */
  change: seldom(
    fc.record({
      minute: fc.integer({ min: 1, max: 59 }),
      cap: fc.option(capOf, { nil: undefined }),
      moreMb: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    }),
  ),
})
const history = fc.record({
  caps: fc.tuple(capOf, capOf),
  hours: fc.array(fc.tuple(lineHour, lineHour), { minLength: HOURS, maxLength: HOURS }),
})

type Line = {
  cap: LineCap
  lifts: { lift: CapLift; until: Instant }[]
  isSlow: boolean
  spans: SlowSpan[]
  /** By day and month: the largest mark that held at any moment; none where there was a moment without a cap. */
  most: Map<string, number>
}

const keyOf = (period: CapPeriod, at: Instant) =>
  period === 'day' ? toTokyoDate(at) : monthOf(toTokyoDate(at))

const base: Grant = {
  bucketId: 'base/2026-11',
  kind: 'base',
  grantedAt: instant('2026-11-01T00:00:00+09:00'),
  expiresAt: instant('2027-01-01T00:00:00+09:00'),
  rollover: undefined,
  grantedBytes: gigabytes(100),
}

/** Walks a history hour by hour as the worker would. @returns what breaks the promise. */
function brokenCaps({ caps, hours }: typeof history extends fc.Arbitrary<infer One> ? One : never) {
  const lines = caps.map((cap): Line => ({
    cap,
    lifts: [],
    isSlow: false,
    spans: [],
    most: new Map(),
  }))
  const known: UsageRecord[] = []
  const waiting: { record: UsageRecord; at: Instant }[] = []
  /** By line and period: what came later than with its hour. */
  const lateBytes = new Map<string, number>()

  const charged = (now: Instant) => {
    const facts = { grants: [base], uses: known, slowSpans: lines.flatMap((line) => line.spans) }
    return replay(facts, now).postings.filter((one) => one.kind === 'use')
  }
  const usedBy = (
    postings: ReturnType<typeof charged>,
    n: number,
    period: CapPeriod,
    key: string,
  ) =>
    bytes(
      -postings
        .filter((one) => one.lineId === LINES[n] && keyOf(period, one.at) === key)
        .reduce((sum, one) => sum + one.bytes, 0),
    )

  const look = (now: Instant) => {
    const postings = charged(now)
    lines.forEach((line, n) => {
      line.lifts = line.lifts.filter(({ until }) => isBefore(now, until))
      const marks = marksOf(
        line.cap,
        line.lifts.map(({ lift }) => lift),
      )
      const used: CapUse = {
        day: usedBy(postings, n, 'day', keyOf('day', now)),
        month: usedBy(postings, n, 'month', keyOf('month', now)),
      }
      for (const period of capPeriods) {
        const key = keyOf(period, now)
        line.most.set(key, Math.max(line.most.get(key) ?? 0, marks[period] ?? Infinity))
      }
      const isSlow = reachedPeriod(marks, used) !== undefined
      const last = line.spans.at(-1)
      if (isSlow && !line.isSlow)
        line.spans.push({ lineId: LINES[n] ?? '', from: now, until: undefined })
      if (!isSlow && line.isSlow && last !== undefined)
        line.spans[line.spans.length - 1] = { ...last, until: now }
      line.isSlow = isSlow
    })
    return postings
  }

  look(BEGIN)
  hours.forEach((both, h) => {
    const from = BEGIN.add({ hours: h })
    const to = from.add({ hours: 1 })
    const isFast = (n: number) => lines[n]?.isSlow !== true || both[n]?.disobeys === true
    const wasFast = both.map((_, n) => isFast(n))
    const changes = both
      .map((one, n) => ({ n, change: one.change }))
      .filter(({ change }) => change !== undefined)
      .toSorted((a, b) => (a.change?.minute ?? 0) - (b.change?.minute ?? 0))
    for (const { n, change } of changes) {
      const line = lines[n]
      if (line === undefined || change === undefined) continue
      const now = from.add({ minutes: change.minute })
      if (change.cap !== undefined) line.cap = change.cap
      if (change.moreMb !== undefined)
        line.lifts.push({
          lift: liftOf(line.cap, usedNow(now, n), megabytes(change.moreMb)),
          until: endOfDay(toTokyoDate(now)),
        })
      look(now)
    }
    both.forEach((one, n) => {
      const minute = one.change?.minute ?? 60
      const fast = ((wasFast[n] ? minute : 0) + (isFast(n) ? 60 - minute : 0)) / 60
      const record: UsageRecord = {
        recordId: `R${n}-${h}`,
        revision: 1,
        lineId: LINES[n] ?? '',
        from,
        to,
        highBytes: megabytes(Math.floor(one.demand * fast)),
        lowBytes: noBytes,
      }
      const first = one.isCorrected
        ? { ...record, highBytes: bytes(Math.floor(record.highBytes * 1.2)) }
        : record
      if (one.isCorrected)
        waiting.push({ record: { ...record, revision: 2 }, at: to.add({ hours: 1 }) })
      if (one.late === undefined) known.push(first)
      else {
        waiting.push({ record: first, at: to.add({ hours: one.late }) })
        for (const period of capPeriods) {
          const key = `${n} ${keyOf(period, from)}`
          lateBytes.set(key, (lateBytes.get(key) ?? 0) + first.highBytes)
        }
      }
    })
    for (const one of waiting.filter(({ at }) => !isBefore(to, at))) known.push(one.record)
    look(to)
  })
  const end = BEGIN.add({ hours: HOURS + 12 })
  for (const { record } of waiting) known.push(record)
  const postings = charged(end)
  return lines.flatMap((line, n) =>
    [...line.most].flatMap(([key, most]) => {
      if (most === Infinity) return []
      const period: CapPeriod = key.length === 7 ? 'month' : 'day'
      const used = usedBy(postings, n, period, key)
      const allowed = most + megabytes(MOST_AN_HOUR * 1.2) + (lateBytes.get(`${n} ${key}`) ?? 0)
      return used <= allowed ? [] : [{ line: n, key, used, allowed }]
    }),
  )

  function usedNow(now: Instant, n: number): CapUse {
    const postings = charged(now)
    return {
      day: usedBy(postings, n, 'day', keyOf('day', now)),
      month: usedBy(postings, n, 'month', keyOf('month', now)),
    }
  }
}

describe('どんな経過でも', () => {
  test(
    '何百通りの経過でも、上限を超えるのは1時間の利用量までで、遅れて届いた分だけがそれに加わる',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(history, (one) => {
          expect(brokenCaps(one)).toEqual([])
        }),
        { numRuns: tries({ usually: 300, long: 2000 }), seed: 30 },
      )
    },
  )
})
