import type { AreaDeps } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import { takeTransferBack } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findGift, giftHolds, giftsThatAreOver, type GiftRow } from '../rows.ts'
import { gifts } from '../steps.ts'

type Deps = Pick<AreaDeps, 'outbox' | 'queue'>

/**
 * The giver undoes a gift that nobody has taken: the data is there again, with the end it had.
 * @param byLineId a user of a line undoes what was given from it alone
 * @throws RefusalError GIFT_OVER, for another contract's or another line's too
 */
export async function undoGift(
  tx: Db,
  deps: Deps,
  who: Who,
  { giftId, byLineId }: { readonly giftId: string; readonly byLineId: string | undefined },
): Promise<GiftRow> {
  await lockContract(tx, who.contractId)
  const row = await findGift(tx, giftId)
  const isOwn = row?.contract_id === who.contractId && (byLineId ?? row.line_id) === row.line_id
  if (!isOwn || row.state !== 'open') throw new RefusalError('GIFT_OVER')
  return bringBack(tx, deps, who, row, 'undone')
}

/** Brings back what nobody has taken in time, and what comes from a contract that is over or somebody else's by now. */
export async function bringBackGifts(
  deps: Deps & Pick<AreaDeps, 'database' | 'log'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const { contract_id: contractId, gift_id: giftId } of await giftsThatAreOver(db, now))
    await isolated(deps.log, { giftId }, 'gift not brought back', () =>
      db.transaction().execute(async (tx) => {
        await lockContract(tx, contractId)
        const row = await findGift(tx, giftId)
        if (row?.state !== 'open') return
        // Of what ends at the same moment as its time to be taken, nothing comes back to anybody.
        const step = (await giftHolds(tx, giftId)) ? 'expired' : 'ended'
        await bringBack(tx, deps, { actor: 'system', contractId, now }, row, step)
      }),
    )
}

async function bringBack(
  tx: Db,
  deps: Deps,
  who: Acting,
  row: GiftRow,
  step: 'undone' | 'expired' | 'ended',
): Promise<GiftRow> {
  const { contract_id: contractId, gift_id: transferId } = row
  await takeTransferBack(tx, deps, { contractId, transferId }, who.now)
  return takeStep(tx, deps, who, gifts, { row, step })
}
