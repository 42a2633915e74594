import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import type { Instant } from '#domain/tokyo.ts'
import { queueForCaps } from '../rows/line-caps.ts'
import { deleteTransfer, insertTransfer, type TransferPart } from '../rows/transfers.ts'
import { chargeLedgers } from './charge-ledgers.ts'
import { decideSpeeds } from './decide-speeds.ts'

type Deps = { readonly queue: JobQueue }

type Named = { readonly contractId: string; readonly transferId: string }

/**
 * Takes data out of a contract's pool for another, and decides the speeds that follow. Locks the contract, and charges its
 * ledger first, so that `choose` sees what is there at this moment.
 * @param choose from which buckets; it may refuse
 */
export async function transferOut<Parts extends readonly TransferPart[]>(
  tx: Db,
  deps: Deps,
  {
    contractId,
    transferId,
    choose,
  }: Named & {
    readonly choose: (buckets: readonly BucketBalance[]) => Parts
  },
  now: Instant,
): Promise<Parts> {
  await lockContract(tx, contractId)
  const charged = await chargeLedgers(tx, [{ contractId, since: now }], now)
  const parts = choose(charged.get(contractId)?.buckets ?? [])
  await insertTransfer(tx, { contractId, transferId }, parts, now)
  await chargeAgain(tx, deps, contractId, now, now)
  return parts
}

/**
 * Takes a transfer back: the ledger is worked out as if it had never been, so the data has the end it had, and is gone where
 * that has passed. Locks the contract.
 */
export async function takeTransferBack(
  tx: Db,
  deps: Deps,
  { contractId, transferId }: Named,
  now: Instant,
): Promise<void> {
  await lockContract(tx, contractId)
  const since = await deleteTransfer(tx, { contractId, transferId })
  if (since !== undefined) await chargeAgain(tx, deps, contractId, since, now)
}

async function chargeAgain(tx: Db, deps: Deps, contractId: string, since: Instant, now: Instant) {
  await chargeLedgers(tx, [{ contractId, since }], now)
  await queueForCaps(tx, [contractId], now)
  await decideSpeeds(tx, deps, [contractId], now)
}
