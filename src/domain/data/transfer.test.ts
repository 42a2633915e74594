import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBytes, bytes, gigabytes, megabytes } from '../bytes.ts'
import { givableBytes, partsOf } from '../gift/parts.ts'
import { instant, tokyoMonth } from '../tokyo.ts'
import { anyMoment, longAfter, poolFacts, useRecord } from '#tests/facts/pool-histories.ts'
import { tries } from '#tests/tries.ts'
import { baseGrant } from './grant.ts'
import type { PoolFacts, Transfer } from './pool.ts'
import { replay } from './replay.ts'
import { latestRevisions } from './usage-record.ts'

/** A history with gifts: each given of what the pool sums by the records that had come in by then; the others come later. */
const withGifts = fc
  .tuple(
    poolFacts,
    fc.array(fc.tuple(anyMoment, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 3 }),
    fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
  )
  .map(([facts, moments, isLate]) => {
    const plain: PoolFacts = { grants: facts.grants, uses: facts.uses }
    const known = latestRevisions(facts.uses).filter((_, n) => isLate[n] !== true)
    const transfers: Transfer[] = []
    for (const [n, [at, steps]] of moments
      .toSorted(([a], [b]) => a.epochMilliseconds - b.epochMilliseconds)
      .entries()) {
      const { buckets } = replay({ ...plain, uses: known, transfers }, at)
      const most = givableBytes(buckets, at)
      const wanted = bytes(Math.min(most, megabytes(100 * steps)))
      for (const part of wanted === 0 ? [] : (partsOf(buckets, wanted, at) ?? []))
        transfers.push({ transferId: `G${n}`, at, ...part })
    }
    return { plain, transfers, facts: { ...plain, transfers } }
  })

const runs = { numRuns: tries({ usually: 120, long: 2000 }) }
const total = (list: readonly { readonly bytes: number }[]) =>
  list.reduce((sum, one) => sum + one.bytes, 0)

describe('容量を贈った履歴', () => {
  test('記録が遅れて届いても、贈った分は1バイトも変わらず、残りはマイナスにならない', () => {
    let given = 0
    fc.assert(
      fc.property(withGifts, ({ facts, transfers }) => {
        const pool = replay(facts, longAfter)
        const left = pool.postings.filter((one) => one.source.startsWith('gift/'))
        expect(total(left) + total(transfers)).toBe(0)
        for (const one of transfers)
          expect(left).toContainEqual({
            source: `gift/${one.transferId}`,
            kind: 'transfer',
            bucketId: one.bucketId,
            bytes: -one.bytes,
            at: one.at,
            lineId: undefined,
          })
        const sums = new Map<string, number>()
        for (const { bucketId, bytes: moved } of pool.postings) {
          sums.set(bucketId, (sums.get(bucketId) ?? 0) + moved)
          expect(sums.get(bucketId)).toBeGreaterThanOrEqual(0)
        }
        given += transfers.length
      }),
      runs,
    )
    expect(given).toBeGreaterThan(runs.numRuns / 4)
  })

  test('控えから続けても、最初から計算しても、同じ記録になる', () => {
    fc.assert(
      fc.property(withGifts, anyMoment, ({ facts }, pause) => {
        const half = replay(facts, pause)
        const rest = replay({ ...facts, snapshot: { at: pause, buckets: half.buckets } }, longAfter)
        const later = replay(facts, longAfter).postings.filter(
          (one) => one.at.epochMilliseconds > pause.epochMilliseconds,
        )
        expect(rest.postings).toEqual(later)
      }),
      runs,
    )
  })

  test('取り消した贈り物は、はじめからなかったのと同じ', () => {
    fc.assert(
      fc.property(withGifts, ({ plain, facts }) => {
        expect(replay({ ...facts, transfers: [] }, longAfter)).toEqual(replay(plain, longAfter))
      }),
      { numRuns: 20 },
    )
  })

  test('贈ったあとに前の時間の記録が届くと、足りない分だけが容量のなかった通信になる', () => {
    const at = instant('2026-11-28T10:00:00+09:00')
    const late = useRecord(1, 'L1', instant('2026-11-28T08:00:00+09:00'), gigabytes(2.8))
    const pool = replay(
      {
        grants: [baseGrant(tokyoMonth('2026-11'), 13)],
        uses: [late],
        transfers: [{ transferId: 'G1', bucketId: 'base/2026-11', bytes: megabytes(300), at }],
      },
      at,
    )
    expect(pool.uncovered.get('R1')).toBe(megabytes(100))
    expect(addBytes(...pool.buckets.map((one) => one.remainingBytes))).toBe(0)
  })

  test('月が変わって繰り越した分から贈っても、前の月の遅れた記録はその分を使わない', () => {
    const at = instant('2026-12-01T10:00:00+09:00')
    const late = useRecord(1, 'L1', instant('2026-11-30T22:00:00+09:00'), gigabytes(3))
    const pool = replay(
      {
        grants: [baseGrant(tokyoMonth('2026-11'), 13)],
        uses: [late],
        transfers: [{ transferId: 'G1', bucketId: 'carry/2026-12', bytes: megabytes(300), at }],
      },
      at,
    )
    expect(pool.postings.map((one) => [one.source, one.bytes / 1_000_000])).toEqual([
      ['grant/base/2026-11', 3000],
      ['usage/R1', -2700],
      ['turn/base/2026-11', -300],
      ['turn/base/2026-11', 300],
      ['gift/G1', -300],
    ])
    expect(pool.uncovered.get('R1')).toBe(megabytes(300))
  })
})
