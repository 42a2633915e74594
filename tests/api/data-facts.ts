import { ApiError } from '#protocol/http.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import { queueForAlerts } from '#backend/data/rows/alert-queue.ts'
import type { Harness } from './harness.ts'

/** A bucket as the ledger leaves it, without the ledger: for tests of what only reads buckets. */
export async function giveBucket(
  harness: Harness,
  contractId: string,
  bucket: {
    bucketId?: string
    kind?: 'base' | 'carry' | 'topup'
    grantedBytes?: number
    remainingBytes: number
    grantedAt?: string
    expiresAt?: string
  },
) {
  const grantedAt = Temporal.Instant.from(bucket.grantedAt ?? '2026-11-01T00:00:00+09:00')
  const kind = bucket.kind ?? 'base'
  await harness.database.db
    .insertInto('data_bucket')
    .values({
      contract_id: contractId,
      bucket_id: bucket.bucketId ?? 'base/2026-11',
      kind,
      base_month: kind === 'topup' ? null : toTokyoMonth(grantedAt),
      granted_bytes: bucket.grantedBytes ?? bucket.remainingBytes,
      remaining_bytes: bucket.remainingBytes,
      granted_at: grantedAt,
      expires_at: Temporal.Instant.from(bucket.expiresAt ?? '2027-01-01T00:00:00+09:00'),
    })
    .execute()
  await queueForAlerts(harness.database.db, [{ contractId, leftBytes: 0 }])
}

export async function giveUsage(
  harness: Harness,
  usage: { contractId: string; lineId: string; day: string; highBytes?: number; lowBytes?: number },
) {
  await harness.database.pool.query(
    `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      usage.contractId,
      usage.lineId,
      usage.day,
      usage.highBytes ?? 0,
      usage.lowBytes ?? 0,
      harness.clock.now().toString(),
    ],
  )
}

/** How a call was refused; a call that succeeds is the failure of the test. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof ApiError)) throw new Error('the call was not refused', { cause: error })
  return { httpStatus: error.httpStatus, ...error.failure }
}
