import type { Selectable } from 'kysely'
import type { Database } from '#backend/db/tables.ts'
import { bytes } from '#domain/bytes.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import type { Grant } from '#domain/data/grant.ts'
import {
  addMonths,
  formatRfc3339,
  instant,
  startOfDay,
  startOfMonth,
  type TokyoMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import type { BucketKind } from '#vocabulary/data.ts'

type BucketRow = Selectable<Database['data_bucket']>

/** At the end of its month the rest of a base moves to the carry-over of the next month. */
function rolloverOf(kind: BucketKind, grantedAt: Temporal.Instant) {
  if (kind !== 'base') return undefined
  const next = addMonths(toTokyoMonth(grantedAt), 1)
  return { at: startOfDay(startOfMonth(next)), bucketId: `carry/${next}` }
}

export function fromRow(row: BucketRow): BucketBalance {
  return {
    bucketId: row.bucket_id,
    kind: row.kind,
    grantedAt: row.granted_at,
    expiresAt: row.expires_at,
    rollover: rolloverOf(row.kind, row.granted_at),
    grantedBytes: bytes(row.granted_bytes),
    remainingBytes: bytes(row.remaining_bytes),
  }
}

/** The month whose base this is; a carry-over keeps the date of the base it comes from. */
function baseMonthOf(bucket: Pick<BucketBalance, 'kind' | 'grantedAt'>): TokyoMonth | null {
  return bucket.kind === 'base' || bucket.kind === 'carry' ? toTokyoMonth(bucket.grantedAt) : null
}

export function toRow(
  contractId: string,
  bucket: Grant & { readonly remainingBytes?: number },
): BucketRow {
  return {
    contract_id: contractId,
    bucket_id: bucket.bucketId,
    kind: bucket.kind,
    base_month: baseMonthOf(bucket),
    granted_bytes: bucket.grantedBytes,
    remaining_bytes: bucket.remainingBytes ?? 0,
    granted_at: bucket.grantedAt,
    expires_at: bucket.expiresAt,
  }
}

/** A bucket of a snapshot, as it is stored. */
export type BucketJson = {
  bucketId: string
  kind: BucketKind
  grantedBytes: number
  remainingBytes: number
  grantedAt: string
  expiresAt: string
}

/** A bucket of a snapshot, as it is stored. */
export function toJson(bucket: BucketBalance): BucketJson {
  return {
    bucketId: bucket.bucketId,
    kind: bucket.kind,
    grantedBytes: bucket.grantedBytes,
    remainingBytes: bucket.remainingBytes,
    grantedAt: formatRfc3339(bucket.grantedAt),
    expiresAt: formatRfc3339(bucket.expiresAt),
  }
}

export function fromJson(json: BucketJson): BucketBalance {
  const grantedAt = instant(json.grantedAt)
  return {
    bucketId: json.bucketId,
    kind: json.kind,
    grantedAt,
    expiresAt: instant(json.expiresAt),
    rollover: rolloverOf(json.kind, grantedAt),
    grantedBytes: bytes(json.grantedBytes),
    remainingBytes: bytes(json.remainingBytes),
  }
}
