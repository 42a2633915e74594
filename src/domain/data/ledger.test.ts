import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBytes, gigabytes, megabytes, type Bytes } from '../bytes.ts'
import { instant, tokyoMonth, type Instant } from '../tokyo.ts'
import { compareText } from './bucket.ts'
import { baseGrant, topUpGrant } from './grant.ts'
import { entriesFor, type Entry } from './ledger.ts'
import type { PoolFacts } from './pool.ts'
import { anyMoment, longAfter, poolFacts, useRecord } from '#tests/facts/pool-histories.ts'
import { tries } from '#tests/tries.ts'
import { replay } from './replay.ts'

const november = baseGrant(tokyoMonth('2026-11'), 13)
const december = baseGrant(tokyoMonth('2026-12'), 13)
const entriesToPost = (facts: PoolFacts, written: readonly Entry[], at: Instant) =>
  entriesFor(replay(facts, at), written)

/** Balance of each bucket that any entry names, as of an instant: the sum of its entries. */
function balancesAt(entries: readonly Entry[], at: Instant): ReadonlyMap<string, Bytes> {
  const past = entries.filter((one) => Temporal.Instant.compare(one.at, at) <= 0)
  const byBucket = Map.groupBy(past, (one) => one.bucketId)
  const balances = [...byBucket].map(
    ([bucketId, own]) => [bucketId, addBytes(...own.map((one) => one.bytes))] as const,
  )
  return new Map(balances.toSorted(([a], [b]) => compareText(a, b)))
}
const totalAt = (entries: readonly Entry[], at: Instant) =>
  addBytes(...balancesAt(entries, at).values())
const nameOf = (one: Entry) => `${one.source}@${one.bucketId}#${one.number}`
const rows = (entries: readonly Entry[]) =>
  entries.map((one) => [nameOf(one), one.kind, one.bytes / 1_000_000])

describe('データの台帳', () => {
  const use = useRecord(1, 'L1', instant('2026-11-30T10:00:00+09:00'), megabytes(500))
  const facts: PoolFacts = { grants: [november, december], uses: [use] }
  const inDecember = instant('2026-12-02T00:00:00+09:00')
  const written = entriesToPost(facts, [], inDecember)

  test('付与・利用・月替わりの繰り越しがそのまま記録になる', () => {
    expect(rows(written)).toEqual([
      ['grant/base/2026-11@base/2026-11#1', 'grant', 3000],
      ['usage/R1@base/2026-11#1', 'use', -500],
      ['turn/base/2026-11@base/2026-11#1', 'transfer', -2500],
      ['turn/base/2026-11@carry/2026-12#1', 'transfer', 2500],
      ['grant/base/2026-12@base/2026-12#1', 'grant', 3000],
    ])
    expect(totalAt(written, inDecember)).toBe(gigabytes(5.5))
  })

  test('同じ記録がまた届いても、何も足さない', () => {
    expect(entriesToPost({ ...facts, uses: [use, use] }, written, inDecember)).toEqual([])
  })

  test('訂正は差だけを足し、前の記録を変えない', () => {
    const corrected = { ...use, revision: 2, highBytes: megabytes(300) }
    const more = entriesToPost({ ...facts, uses: [use, corrected] }, written, inDecember)
    expect(rows(more)).toEqual([
      ['usage/R1@base/2026-11#2', 'adjust', 200],
      ['turn/base/2026-11@base/2026-11#2', 'adjust', -200],
      ['turn/base/2026-11@carry/2026-12#2', 'adjust', 200],
    ])
    expect(totalAt([...written, ...more], inDecember)).toBe(gigabytes(5.7))
  })

  test('遅れた記録はその月に計上し、繰り越しを減らす', () => {
    const late = useRecord(2, 'L2', instant('2026-11-30T23:00:00+09:00'), megabytes(100))
    const more = entriesToPost({ ...facts, uses: [use, late] }, written, inDecember)
    expect(rows(more)).toEqual([
      ['usage/R2@base/2026-11#1', 'use', -100],
      ['turn/base/2026-11@base/2026-11#2', 'adjust', 100],
      ['turn/base/2026-11@carry/2026-12#2', 'adjust', -100],
    ])
  })

  test('取り消した利用の分は、戻る', () => {
    const more = entriesToPost({ ...facts, uses: [] }, written, inDecember)
    expect(rows(more)[0]).toEqual(['usage/R1@base/2026-11#2', 'adjust', 500])
    expect(totalAt([...written, ...more], inDecember)).toBe(gigabytes(6))
  })

  test('使いすぎた分は残り、残量は0のまま。あとで買ったデータでは払わない', () => {
    const big = useRecord(3, 'L1', instant('2026-11-20T10:00:00+09:00'), gigabytes(4))
    const pack = topUpGrant('T1', '1gb', instant('2026-11-20T12:00:00+09:00'))
    const pool = replay(
      { grants: [november, pack], uses: [big] },
      instant('2026-11-21T00:00:00+09:00'),
    )
    expect(pool.uncovered.get('R3')).toBe(gigabytes(1))
    expect(pool.buckets.map((one) => one.remainingBytes)).toEqual([0, gigabytes(1)])
  })

  test('その1時間に買ったチャージで、その時間の分を払う', () => {
    const pack = topUpGrant('T1', '1gb', instant('2026-11-20T10:30:00+09:00'))
    const hour = useRecord(1, 'L1', instant('2026-11-20T10:00:00+09:00'), megabytes(700))
    const pool = replay({ grants: [pack], uses: [hour] }, instant('2026-11-21T00:00:00+09:00'))
    expect(pool.uncovered.size).toBe(0)
  })
})

describe('作った履歴での台帳の法則', () => {
  const runs = { numRuns: tries({ usually: 600, long: 2500 }) }

  test('残量はどの時点でも記録の和で、負にならない', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, at) => {
        const entries = entriesToPost(facts, [], longAfter)
        const balances = balancesAt(entries, at)
        const pool = replay(facts, at)
        const expected = new Map(pool.buckets.map((one) => [one.bucketId, one.remainingBytes]))
        for (const [bucketId, balance] of balances) {
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(balance).toBe(expected.get(bucketId) ?? 0)
        }
        expect(new Set(entries.map((one) => nameOf(one))).size).toBe(entries.length)
      }),
      runs,
    )
  })

  test('どの順番、どの分け方、重複があっても、同じ台帳になる', () => {
    const arrivals = fc.record({
      facts: poolFacts,
      at: anyMoment,
      seed: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
    })
    fc.assert(
      fc.property(arrivals, ({ facts, at, seed }) => {
        const shuffled = facts.uses
          .map((record, n) => ({ record, rank: seed[n % seed.length] ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ record }) => record)
        let entries: readonly Entry[] = entriesToPost({ ...facts, uses: [] }, [], longAfter)
        for (let n = 0; n < shuffled.length; n += 4) {
          const known = shuffled.slice(0, n + 4)
          entries = [...entries, ...entriesToPost({ ...facts, uses: known }, entries, longAfter)]
          for (const balance of balancesAt(entries, longAfter).values()) expect(balance).toBe(0)
          for (const balance of balancesAt(entries, at).values())
            expect(balance).toBeGreaterThanOrEqual(0)
        }
        const whole = entriesToPost(facts, [], longAfter)
        const net = (list: readonly Entry[]) => {
          const sums = new Map<string, number>()
          for (const one of list) {
            const key = `${one.source}@${one.bucketId}@${one.at.epochMilliseconds}`
            sums.set(key, (sums.get(key) ?? 0) + one.bytes)
          }
          return [...sums].filter(([, sum]) => sum !== 0).toSorted()
        }
        expect(net(entries)).toEqual(net(whole))
        expect(entriesToPost(facts, entries, longAfter)).toEqual([])
        expect(new Set(entries.map((one) => nameOf(one))).size).toBe(entries.length)
      }),
      runs,
    )
  })

  test('2回動かしても1回と同じで、時計はどこで止まってもよい', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, pause) => {
        const before = entriesToPost(facts, [], pause)
        expect(entriesToPost(facts, before, pause)).toEqual([])
        const after = entriesToPost(facts, before, longAfter)
        const whole = entriesToPost(facts, [], longAfter)
        const refs = (list: readonly Entry[]) =>
          list.map((one) => `${nameOf(one)}=${one.bytes}`).toSorted()
        expect(refs([...before, ...after])).toEqual(refs(whole))
      }),
      runs,
    )
  })
})
