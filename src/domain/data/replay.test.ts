import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytes, gigabytes, megabytes, type Bytes } from '../bytes.ts'
import { formatRfc3339, instant, isBefore, tokyoDate, tokyoMonth, type Instant } from '../tokyo.ts'
import { inOrderOfUse, type BucketBalance } from './bucket.ts'
import { takeFrom } from './running-pool.ts'
import { baseGrant, firstMonthBytes, type Grant, topUpGrant } from './grant.ts'
import type { PoolFacts } from './pool.ts'
import { anyMoment, longAfter, poolFacts, useRecord } from '#tests/facts/pool-histories.ts'
import { tries } from '#tests/tries.ts'
import { replay } from './replay.ts'
import { chargedAtMs, latestRevisions } from './usage-record.ts'

/** What the rule asks for, without the order that the replay keeps: usable buckets only, in the order of use. */
function burnDown(buckets: readonly BucketBalance[], volume: Bytes, at: Instant) {
  const usable = buckets.filter(
    ({ remainingBytes, grantedAt, expiresAt }) =>
      remainingBytes > 0 && !isBefore(at, grantedAt) && isBefore(at, expiresAt),
  )
  return takeFrom(usable.toSorted(inOrderOfUse), volume)
}

describe('データの内訳', () => {
  test('期限の近いものから使う: 繰り越し、当月限り、基本、チャージの順', () => {
    const facts: PoolFacts = {
      grants: [
        topUpGrant('T1', '1gb', instant('2026-11-20T10:00:00+09:00')),
        topUpGrant('T2', '1gbNoCarry', instant('2026-11-20T10:00:00+09:00')),
        baseGrant(tokyoMonth('2026-11'), 13),
        baseGrant(tokyoMonth('2026-10'), 11),
      ],
      uses: [],
    }
    const pool = replay(facts, instant('2026-11-20T12:00:00+09:00'))
    expect(pool.buckets.map((one) => [one.kind, formatRfc3339(one.expiresAt)])).toEqual([
      ['carry', '2026-12-01T00:00:00+09:00'],
      ['topup_no_carry', '2026-12-01T00:00:00+09:00'],
      ['base', '2027-01-01T00:00:00+09:00'],
      ['topup', '2027-03-01T00:00:00+09:00'],
    ])
    const burn = burnDown(pool.buckets, gigabytes(2.5), instant('2026-11-20T12:00:00+09:00'))
    expect(burn.parts.map((one) => [one.bucketId, one.usedBytes / 1_000_000])).toEqual([
      ['carry/2026-11', 1000],
      ['topup/T2', 1000],
      ['base/2026-11', 500],
    ])
    expect(burn.uncoveredBytes).toBe(0)
  })

  test('基本データは翌月末まで繰り越せる。翌々月には残らない', () => {
    const facts: PoolFacts = { grants: [baseGrant(tokyoMonth('2026-11'), 13)], uses: [] }
    const at = (text: string) => replay(facts, instant(text)).buckets.map((one) => one.bucketId)
    const past = replay(facts, longAfter).past.map((one) => [one.bucketId, one.remainingBytes])
    expect(past).toEqual([
      ['base/2026-11', 0],
      ['carry/2026-12', 0],
    ])
    expect(at('2026-11-30T23:59:59+09:00')).toEqual(['base/2026-11'])
    expect(at('2026-12-01T00:00:00+09:00')).toEqual(['carry/2026-12'])
    expect(at('2026-12-31T23:59:59+09:00')).toEqual(['carry/2026-12'])
    expect(at('2027-01-01T00:00:00+09:00')).toEqual([])
  })

  test('初月の基本データは日割りで、小数点第3位を切り上げる', () => {
    expect(firstMonthBytes(gigabytes(3), tokyoDate('2026-11-20'))).toBe(gigabytes(1.1))
    expect(firstMonthBytes(gigabytes(1), tokyoDate('2026-12-22'))).toBe(gigabytes(0.33))
    expect(firstMonthBytes(gigabytes(1), tokyoDate('2026-12-31'))).toBe(gigabytes(0.04))
    expect(firstMonthBytes(gigabytes(8), tokyoDate('2028-02-29'))).toBe(gigabytes(0.28))
    expect(firstMonthBytes(gigabytes(8), tokyoDate('2026-12-01'))).toBe(gigabytes(8))
    expect(firstMonthBytes(gigabytes(0), tokyoDate('2026-12-15'))).toBe(0)
  })

  test('同じ購入や同じ基本容量は、2回来ても1回だけ付く', () => {
    const base = baseGrant(tokyoMonth('2026-11'), 13)
    const pool = replay({ grants: [base, base], uses: [] }, instant('2026-11-20T00:00:00+09:00'))
    expect(pool.buckets.map((one) => one.remainingBytes)).toEqual([gigabytes(3)])
  })

  test('契約が終わると、残りはなくなる', () => {
    const closedAt = instant('2026-12-01T00:00:00+09:00')
    const grants = [baseGrant(tokyoMonth('2026-11'), 13), baseGrant(tokyoMonth('2026-12'), 13)]
    const pool = replay({ grants, uses: [], closedAt }, longAfter)
    expect(pool.postings.map((one) => [one.kind, one.bucketId])).toEqual([
      ['grant', 'base/2026-11'],
      ['expire', 'base/2026-11'],
    ])
  })

  test('手での訂正は、内訳にある分までしか引かない', () => {
    const facts: PoolFacts = {
      grants: [baseGrant(tokyoMonth('2026-11'), 11)],
      uses: [],
      adjustments: [
        {
          reference: 'A1',
          bucketId: 'base/2026-11',
          bytes: megabytes(-1500),
          at: instant('2026-11-05T00:00:00Z'),
        },
        {
          reference: 'A2',
          bucketId: 'nowhere',
          bytes: megabytes(5),
          at: instant('2026-11-05T00:00:00Z'),
        },
      ],
    }
    const pool = replay(facts, instant('2026-11-20T00:00:00+09:00'))
    expect(pool.buckets.map((one) => one.remainingBytes)).toEqual([0])
  })

  test('同じ時刻なら、付与、訂正、利用の順に進む', () => {
    const hour = useRecord(1, 'L1', instant('2026-11-20T10:00:00+09:00'), megabytes(80))
    const at = Temporal.Instant.fromEpochMilliseconds(chargedAtMs(hour))
    const facts: PoolFacts = {
      grants: [topUpGrant('T1', '100mb', at)],
      uses: [hour],
      adjustments: [{ reference: 'A1', bucketId: 'topup/T1', bytes: megabytes(-50), at }],
    }
    const pool = replay(facts, at)
    expect(pool.postings.map((one) => one.bytes / 1_000_000)).toEqual([100, -50, -50])
    expect(pool.uncovered.get('R1')).toBe(megabytes(30))
  })

  test('2つの版では、どちらが先に届いても番号の大きい方が効く', () => {
    const first = useRecord(1, 'L1', instant('2026-11-20T00:00:00Z'), 100)
    const second = { ...first, revision: 2, highBytes: bytes(40) }
    expect(latestRevisions([second, first])).toEqual([second])
    expect(latestRevisions([first, { ...first, highBytes: bytes(140) }])).toMatchObject([
      { highBytes: 140 },
    ])
  })
})

describe('作った履歴での容量の法則', () => {
  const runs = { numRuns: tries({ usually: 400, long: 1500 }) }
  const total = (list: readonly { readonly bytes: number }[]) =>
    list.reduce((sum, one) => sum + one.bytes, 0)

  test('事実が届く順番は問わない', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, at) => {
        const reversed: PoolFacts = {
          ...facts,
          grants: facts.grants.toReversed(),
          uses: facts.uses.toReversed(),
          adjustments: facts.adjustments?.toReversed(),
        }
        expect(replay(reversed, at)).toEqual(replay(facts, at))
      }),
      runs,
    )
  })

  test('付与は利用・訂正・失効・残りの和、利用と超過の和は記録になる', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, at) => {
        const pool = replay(facts, at)
        expect(total(pool.postings)).toBe(
          pool.buckets.reduce((sum, one) => sum + one.remainingBytes, 0),
        )
        expect(total(pool.postings.filter((one) => one.source.startsWith('turn/')))).toBe(0)
        for (const record of latestRevisions(facts.uses)) {
          const used = total(
            pool.postings.filter((one) => one.source === `usage/${record.recordId}`),
          )
          const happened = chargedAtMs(record) <= at.epochMilliseconds
          expect((pool.uncovered.get(record.recordId) ?? 0) - used).toBe(
            happened ? record.highBytes : 0,
          )
        }
      }),
      runs,
    )
  })

  test('繰り越しは、前の月の基本容量とそれに足した分を超えない', () => {
    fc.assert(
      fc.property(poolFacts, (facts) => {
        const pool = replay({ ...facts, adjustments: [] }, longAfter)
        const baseOf = (source: string) =>
          facts.grants.find((one) => `turn/${one.bucketId}` === source)
        for (const carry of pool.postings.filter(
          (one) => one.kind === 'transfer' && one.bytes > 0,
        )) {
          const base = baseOf(carry.source)
          expect(carry.bytes).toBeLessThanOrEqual(base?.grantedBytes ?? -1)
          expect(carry.at.epochMilliseconds).toBe(base?.rollover?.at.epochMilliseconds)
        }
      }),
      runs,
    )
  })

  test('利用は期限の近いものから払い、何もないときだけ超過になる', () => {
    fc.assert(
      fc.property(poolFacts, (facts) => {
        const pool = replay(facts, longAfter)
        for (const record of latestRevisions(facts.uses)) {
          const at = Temporal.Instant.fromEpochMilliseconds(chargedAtMs(record))
          // The pool just before this record: all that is not charged after it at the same moment.
          const earlier = facts.uses.filter(
            (one) =>
              chargedAtMs(one) < chargedAtMs(record) ||
              (chargedAtMs(one) === chargedAtMs(record) && one.recordId < record.recordId),
          )
          const before = replay({ ...facts, uses: earlier }, at)
          const burn = burnDown(before.buckets, record.highBytes, at)
          const parts = pool.postings
            .filter((one) => one.source === `usage/${record.recordId}`)
            .map((one) => ({ bucketId: one.bucketId, usedBytes: -one.bytes }))
          expect(parts).toEqual(burn.parts)
          expect(pool.uncovered.get(record.recordId) ?? 0).toBe(burn.uncoveredBytes)
        }
      }),
      { numRuns: tries({ usually: 200, long: 700 }) },
    )
  })

  test('1バイトずつ期限の近い札から取っても、同じ残りになる', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, at) => {
        const plain: PoolFacts = { grants: facts.grants, uses: facts.uses }
        const tokens = tokenPool(facts.grants, plain, at.epochMilliseconds)
        const pool = replay(plain, at)
        expect(pool.buckets.reduce((sum, one) => sum + one.remainingBytes, 0)).toBe(tokens)
      }),
      { numRuns: tries({ usually: 200, long: 700 }) },
    )
  })

  test('控えから再計算しても、全体と同じに続く', () => {
    fc.assert(
      fc.property(poolFacts, anyMoment, (facts, pause) => {
        const half = replay(facts, pause)
        const rest = replay({ ...facts, snapshot: { at: pause, buckets: half.buckets } }, longAfter)
        const whole = replay(facts, longAfter)
        const later = whole.postings.filter(
          (one) => one.at.epochMilliseconds > pause.epochMilliseconds,
        )
        expect(rest.postings).toEqual(later)
        const early = latestRevisions(facts.uses).filter(
          (one) => chargedAtMs(one) <= pause.epochMilliseconds,
        )
        expect(rest.tooLate).toEqual(early.map((one) => one.recordId).toSorted())
      }),
      runs,
    )
  })
})

/** Another way to the same answer: a list of megabyte-sized heaps, walked in time, with no buckets turning. */
function tokenPool(grants: readonly Grant[], facts: PoolFacts, untilMs: number): number {
  const heaps = grants.map((one) => ({
    from: one.grantedAt.epochMilliseconds,
    until: one.expiresAt.epochMilliseconds,
    left: Number(one.grantedBytes),
  }))
  heaps.sort((a, b) => a.until - b.until || a.from - b.from)
  const uses = latestRevisions(facts.uses).filter((one) => chargedAtMs(one) <= untilMs)
  for (const use of uses.toSorted((a, b) => chargedAtMs(a) - chargedAtMs(b))) {
    let owed: number = use.highBytes
    for (const heap of heaps) {
      if (chargedAtMs(use) < heap.from || chargedAtMs(use) >= heap.until) continue
      const taken = Math.min(heap.left, owed)
      heap.left -= taken
      owed -= taken
    }
  }
  return heaps.reduce(
    (sum, one) => (one.from <= untilMs && untilMs < one.until ? sum + one.left : sum),
    0,
  )
}
