import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { findLine } from '#backend/contract/contracts.ts'
import { whoOf } from '#backend/contract/who.ts'
import { transfersOf } from '#backend/data/public.ts'
import { readRelatives } from '#backend/family/public.ts'
import { giveGift } from './commands/give-gift.ts'
import { bringBackGifts, undoGift } from './commands/take-back.ts'
import { takeGift, type TakenBy } from './commands/take-gift.ts'
import { estimateGift } from './queries/estimate.ts'
import { readGifts, toWireGiven, toWireReceived } from './queries/gifts.ts'
import type { GiftRow } from './rows.ts'

export function createGiftArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'gifts that come back', run: (now) => bringBackGifts(deps, now) }],
  }
  return { handlers: giftHandlers(deps), work }
}

type Deps = Pick<AreaDeps, 'sealing' | 'outbox' | 'queue'>

/** The operations of protocol/gift.ts. */
function giftHandlers(deps: Deps) {
  return {
    giftsGet: async ({ query }, caller) =>
      readGifts(caller.db, deps, await readerOf(caller, query.lineId)),

    giftEstimateGet: async ({ query: { megabytes, lineId } }, caller) =>
      estimateGift(caller.db, { ...(await readerOf(caller, lineId)), megabytes }),

    async giftPost({ body }, caller) {
      const { byLineId } = await readerOf(caller, body.lineId)
      const row = await giveGift(caller.db, deps, whoOf(caller), { ...body, byLineId })
      return givenOnWire(deps, caller, row)
    },

    async giftDelete({ query: { giftId, lineId } }, caller) {
      const { byLineId } = await readerOf(caller, lineId)
      const row = await undoGift(caller.db, deps, whoOf(caller), { giftId, byLineId })
      return givenOnWire(deps, caller, row)
    },

    async giftTakePost({ body: { giftCode: code } }, caller) {
      await caller.countAbout?.('giftCodes', code)
      await caller.countAbout?.('giftCodes', memberOf(caller).contractId)
      return receivedOnWire(deps, caller, { code })
    },

    giftAcceptPost: ({ body: { giftId } }, caller) => receivedOnWire(deps, caller, { giftId }),
  } satisfies AreaHandlers
}

/**
 * A user of a line gives from it, within limits of its own; the mount has seen to it that it is theirs.
 * @throws RefusalError NOT_FOUND for a line that is not the contract's
 */
async function readerOf(caller: Caller, lineId?: string) {
  const place = caller.signedIn?.place
  const member = memberOf(caller)
  if (lineId !== undefined) await findLine(caller.db, member.contractId, lineId)
  return {
    ...member,
    byLineId: place?.role === 'lineUser' ? place.lineId : undefined,
    isHolder: place === undefined,
    now: caller.now,
  }
}

async function givenOnWire(deps: Deps, caller: Caller, row: GiftRow) {
  const reader = await readerOf(caller)
  const parts = await transfersOf(caller.db, [row.contract_id])
  const family = reader.isHolder ? await readRelatives(caller.db, deps, reader) : []
  return toWireGiven(deps, row, { parts, family, now: caller.now })
}

async function receivedOnWire(deps: Deps, caller: Caller, by: TakenBy) {
  const row = await takeGift(caller.db, deps, whoOf(caller), by)
  return toWireReceived(deps, row, await transfersOf(caller.db, [row.contract_id]))
}
