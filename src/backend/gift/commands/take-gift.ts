import type { AreaDeps } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import { giveData, transfersOf } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordNote, type StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { decideTaking } from '#domain/gift/decide-gift.ts'
import { type GiftPart, lotsOf } from '#domain/gift/parts.ts'
import { isBefore } from '#domain/tokyo.ts'
import {
  bucketOfGift,
  findByCode,
  findGift,
  giftHolds,
  type GiftRow,
  nicknameAad,
} from '../rows.ts'
import { gifts } from '../steps.ts'

type Deps = Pick<AreaDeps, 'queue' | 'sealing'> & StepDeps

/** By its code, or one that was given to this contract. */
export type TakenBy =
  | { readonly code: string; readonly giftId?: undefined }
  | { readonly giftId: string; readonly code?: undefined }

/**
 * Takes a gift into the pool of a contract; usable at once. Of two who ask at once, the first. Whatever is wrong with the
 * code has one answer, so that nobody learns which codes there are.
 * @throws RefusalError GIFT_UNKNOWN, GIFT_OWN, what `decideTaking` refuses
 */
export async function takeGift(tx: Db, deps: Deps, who: Who, by: TakenBy): Promise<GiftRow> {
  const { contractId, accountId, now } = who
  const found = await find(tx, deps, contractId, by)
  if (found === undefined) throw new RefusalError('GIFT_UNKNOWN')
  if (found.contract_id === contractId) throw new RefusalError('GIFT_OWN')
  // Both contracts, in the order of their ids, as everywhere where ledgers of two change.
  for (const id of [found.contract_id, contractId].toSorted()) await lockContract(tx, id)
  const row = await findGift(tx, found.gift_id)
  const isOpen = row?.state === 'open' && isBefore(now, row.expires_at)
  if (!isOpen || !(await giftHolds(tx, row.gift_id))) throw new RefusalError('GIFT_UNKNOWN')
  requireOk(decideTaking((await loadContract(tx, contractId)).facts))
  const parts = (await transfersOf(tx, [row.contract_id])).get(row.gift_id) ?? []
  await addLots(tx, deps, who, row, parts)
  const taken = await takeStep(tx, deps, who, gifts, {
    row,
    step: 'taken',
    patch: { taken_contract_id: contractId, taken_at: now },
    facts: {
      parts,
      nickname: deps.sealing.open(nicknameAad(row.gift_id), row.nickname_sealed),
      receiverAccountId: accountId,
    },
  })
  await recordNote(tx, who, {
    action: 'gift-received',
    target: row.gift_id,
    details: { bytes: row.bytes },
  })
  return taken
}

async function find(tx: Db, { sealing }: Deps, contractId: string, by: TakenBy) {
  if (by.code !== undefined) return findByCode(tx, sealing, by.code)
  const row = await findGift(tx, by.giftId)
  return row?.to_contract_id === contractId ? row : undefined
}

/** Each part keeps its end; those that end together are one bucket. */
async function addLots(
  tx: Db,
  deps: Deps,
  { contractId, now }: Who,
  { gift_id: giftId }: GiftRow,
  parts: readonly GiftPart[],
) {
  for (const [n, lot] of lotsOf(parts).entries())
    await giveData(
      tx,
      deps,
      contractId,
      {
        bucketId: bucketOfGift(giftId, n + 1),
        kind: 'gift',
        grantedAt: now,
        expiresAt: lot.endsAt,
        rollover: undefined,
        grantedBytes: lot.bytes,
      },
      now,
    )
}
