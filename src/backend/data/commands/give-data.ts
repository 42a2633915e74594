import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import { baseGrant, type Grant } from '#domain/data/grant.ts'
import { type Instant, monthOf, type TokyoDate } from '#domain/tokyo.ts'
import { toRow } from '../rows/buckets.ts'
import { queueForCaps } from '../rows/line-caps.ts'
import { chargeLedgers } from './charge-ledgers.ts'
import { decideSpeeds } from './decide-speeds.ts'

type Deps = { readonly queue: JobQueue }

/**
 * Gives data to a contract, once per bucket id, and lifts the low speed of its lines if that ends it. Usable at once.
 * Locks the contract.
 * @returns the ids of the lines whose speed is lifted.
 */
export async function giveData(
  tx: Db,
  deps: Deps,
  contractId: string,
  given: Grant,
  now: Instant,
): Promise<string[]> {
  // Before anything that refers to the contract: a reference taken first would have to be made a lock later.
  await lockContract(tx, contractId)
  await tx
    .insertInto('data_bucket')
    .values(toRow(contractId, given))
    .onConflict((conflict) => conflict.columns(['contract_id', 'bucket_id']).doNothing())
    .execute()
  await chargeLedgers(tx, [{ contractId, since: given.grantedAt }], now)
  await queueForCaps(tx, [contractId], now)
  const decided = await decideSpeeds(tx, deps, [contractId], now)
  return decided.filter((one) => one.speed === 'high').map((one) => one.lineId)
}

export type FirstBase = {
  readonly contractId: string
  readonly planCode: PlanCode
  readonly startedOn: TokyoDate
}

/**
 * Gives the base of the month that service begins in, in the transaction of the opening: what is left and how fast the
 * line is are true at once. Where it was missed, the look at the calendar gives the same bucket.
 */
export async function giveFirstBase(
  tx: Db,
  deps: Deps,
  { contractId, planCode, startedOn }: FirstBase,
  now: Instant,
): Promise<void> {
  const base = baseGrant(monthOf(startedOn), planCode, startedOn)
  if (base.grantedBytes > 0) await giveData(tx, deps, contractId, base, now)
}
