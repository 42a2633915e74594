import { addBytes, noBytes } from '#domain/bytes.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import type { Pool, PoolFacts } from '#domain/data/pool.ts'
import { isBefore } from '#domain/tokyo.ts'

/**
 * The carry-over of every base whose month ended within the replay, with what it was given; none of it left. Those
 * that are over by now are no longer in the pool, yet their entries are, and a late record changes what they got.
 */
export function carryOvers(facts: PoolFacts, pool: Pool): readonly BucketBalance[] {
  const since = facts.opening?.at
  return [...(facts.opening?.buckets ?? []), ...facts.grants].flatMap((base) => {
    const { turn } = base
    if (turn === undefined || isBefore(pool.at, turn.at)) return []
    if (since !== undefined && !isBefore(since, turn.at)) return []
    const given = pool.postings.filter(
      (one) => one.kind === 'transfer' && one.bucketId === turn.bucketId,
    )
    const carry: BucketBalance = {
      bucketId: turn.bucketId,
      kind: 'carry',
      grantedAt: base.grantedAt,
      expiresAt: base.expiresAt,
      turn: undefined,
      grantedBytes: addBytes(...given.map((one) => one.bytes)),
      remainingBytes: noBytes,
    }
    return [carry]
  })
}
