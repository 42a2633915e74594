import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { addBytes, type Bytes } from '#domain/bytes.ts'
import { isPlanCode } from '#domain/catalogue/plan.ts'
import { inOrderOfUse, usableUntil, type BucketBalance } from '#domain/data/bucket.ts'
import { baseGrant, type Grant } from '#domain/data/grant.ts'
import {
  addMonths,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { fromRow, toRow } from './bucket-mapping.ts'
import { settleLedgers } from './settle.ts'

/** The data a contract has; a share course has one pool. */
export type PoolNow = {
  /** Every bucket that is not over yet, in the order of use; empty ones too. None outlives the service. */
  readonly buckets: readonly BucketBalance[]
  readonly totalBytes: Bytes
  /** Facts of usage up to here are counted (the carrier's last complete hour). */
  readonly asOf: Instant
}

/** Reads without a lock and without a replay: the buckets are the cache of the entries' sum. */
export async function readPool(db: Db, contractId: string, at: Instant): Promise<PoolNow> {
  const rows = await db
    .selectFrom('data_bucket')
    .innerJoin('contract', 'contract.contract_id', 'data_bucket.contract_id')
    .selectAll('data_bucket')
    .select('ends_on')
    .where('data_bucket.contract_id', '=', contractId)
    .where('granted_at', '<=', at)
    .where('expires_at', '>', at)
    // A month's turn that left nothing makes a carry-over of nothing.
    .where('granted_bytes', '>', 0)
    .execute()
  const cursor = await db
    .selectFrom('import_cursor')
    .select('through')
    .where('source', '=', 'usage')
    .executeTakeFirst()
  const buckets = rows
    .flatMap((row) => asSeen(fromRow(row), at))
    .toSorted(inOrderOfUse)
    .map((bucket) => ({ ...bucket, expiresAt: usableUntil(bucket, rows[0]?.ends_on ?? null) }))
    .filter((bucket) => isBefore(at, bucket.expiresAt))
  return {
    buckets,
    totalBytes: addBytes(...buckets.map((one) => one.remainingBytes)),
    asOf: cursor?.through ?? at,
  }
}

/** After midnight of the 1st a base is a carry-over, even in the moment before its turn is written. */
function asSeen(bucket: BucketBalance, at: Instant): readonly BucketBalance[] {
  if (bucket.turn === undefined || isBefore(at, bucket.turn.at)) return [bucket]
  if (bucket.remainingBytes === 0) return []
  return [{ ...bucket, kind: 'carry', bucketId: bucket.turn.bucketId, turn: undefined }]
}

export type PoolService = ReturnType<typeof createPoolService>

/** What a member does to a pool. It runs in the caller's transaction and locks the contract. */
export function createPoolService({ queue }: { queue: JobQueue }) {
  /**
   * Gives data to a contract, once per bucket id, and lifts the low speed of its lines if that ends it. Usable at once.
   * @returns the ids of the lines whose speed is lifted.
   */
  async function grant(tx: Db, contractId: string, given: Grant, now: Instant) {
    // Before anything that refers to the contract: a reference taken first would have to be made a lock later.
    await lockContract(tx, contractId)
    await tx
      .insertInto('data_bucket')
      .values(toRow(contractId, given))
      .onConflict((conflict) => conflict.columns(['contract_id', 'bucket_id']).doNothing())
      .execute()
    await settleLedgers(tx, [{ contractId, since: given.grantedAt }], now)
    return liftedOf(await settleSpeeds(tx, queue, [contractId], now))
  }

  return { grant }
}

function liftedOf(decided: Awaited<ReturnType<typeof settleSpeeds>>) {
  return decided.filter((one) => one.speed === 'high').map((one) => one.lineId)
}

/** When the next base comes and how much, at the contract's present size; none for a size without data. */
export function nextBaseGrant(planCode: number, at: Instant) {
  if (!isPlanCode(planCode)) return undefined
  const month = addMonths(toTokyoMonth(at), 1)
  const next = baseGrant(month, planCode)
  return next.grantedBytes > 0
    ? { at: startOfDay(startOfMonth(month)), bytes: next.grantedBytes }
    : undefined
}
