import { addBytes, bytes, noBytes, type Bytes } from '../bytes.ts'
import type { Instant } from '../tokyo.ts'
import type { Pool, Posting } from './pool.ts'

/** An append-only row of the ledger. Source, bucket and number are unique: a second arrival changes nothing. */
export type Entry = Posting & {
  /** How many entries the source has for the bucket, this one counted. */
  readonly number: number
  /** When it was written; a correction is written later than the moment it is about. */
  readonly recordedAt: Instant
}

/**
 * The entries to append so that the ledger says what the facts say: the difference
 * between the pool as it should be and what is written. So a repeated record adds nothing, a late
 * one adds its uses and moves what it displaced, a corrected one adds the difference, a month rollover
 * adds transfers and expiries, and a second run adds nothing. `entries` must hold every entry of
 * the contract after the snapshot.
 *
 * Two writers at once compute the same `number`, so the database lets one of them through.
 */
export function entriesFor(pool: Pool, entries: readonly Entry[]): readonly Entry[] {
  const written = new Map<string, Bytes>()
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const key = keyOf(entry)
    written.set(key, addBytes(written.get(key) ?? noBytes, entry.bytes))
    count(counts, entry)
  }

  const stays = new Set(pool.postings.map(keyOf))
  const withdrawn = distinct(entries.filter((one) => !stays.has(keyOf(one)))).map((one) => ({
    ...one,
    bytes: noBytes,
  }))

  return [...withdrawn, ...pool.postings].flatMap((posting) => {
    const delta = posting.bytes - (written.get(keyOf(posting)) ?? 0)
    if (delta === 0) return []
    const number = count(counts, posting)
    const { source, bucketId, at, lineId } = posting
    const kind = number === 1 ? posting.kind : 'adjust'
    return [
      { number, source, kind, bucketId, bytes: bytes(delta), at, lineId, recordedAt: pool.at },
    ]
  })
}

function keyOf({ source, bucketId, at }: Posting): string {
  return `${source}@${bucketId}@${at.epochMilliseconds}`
}

function count(counts: Map<string, number>, { source, bucketId }: Posting): number {
  const number = (counts.get(`${source}@${bucketId}`) ?? 0) + 1
  counts.set(`${source}@${bucketId}`, number)
  return number
}

function distinct(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((one) => [keyOf(one), one])).values()]
}
