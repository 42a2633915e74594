import { memberOf, type Caller } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { yen, type Yen } from '#domain/money.ts'
import { refused } from '#domain/outcome.ts'
import { isLow, isWithinPack, mostYen, type AutoTopUp } from '#domain/spending/auto-top-up.ts'
import { spentYen } from '#domain/spending/limit.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { spendingApi } from '#protocol/spending.ts'
import { readPool } from '../ledger/pool-service.ts'
import { loadPurchaseRule } from '../top-up/may-buy.ts'
import { requireOffer } from '../top-up/offers.ts'
import { autoTopUpSetMessage, limitSetMessage } from './messages.ts'
import { loadSpent } from './spent.ts'
import { readSpending } from './status.ts'
import { limitOf, readAutoSettings, readBought, writeAutoSetting, writeLimit } from './store.ts'

type Deps = { readonly commit: Commit; readonly book: PriceBook }
type At = { readonly now: Caller['now']; readonly book: PriceBook }

/** Sets the ceiling, or takes it away; set to what it is already, nothing happens. */
export async function changeLimit(deps: Deps, caller: Caller, limitYen: Yen | undefined) {
  const { commit, book } = deps
  const { db: tx, now } = caller
  const who = whoOf(caller)
  const { contractId } = who
  await lockContract(tx, contractId)
  const beforeYen = await limitOf(tx, contractId)
  if (beforeYen !== limitYen) {
    const version = await writeLimit(tx, who, limitYen ?? null)
    const soFarYen = spentYen(await loadSpent(tx, contractId, { now, book }))
    await commit.change(tx, who, {
      action: 'spending-limit-set',
      target: contractId,
      details: { version, limitYen: limitYen ?? null },
      message: (accountId) =>
        limitSetMessage({ accountId, contractId }, { version, beforeYen, limitYen, soFarYen }),
    })
  }
  return readSpending(tx, contractId, { now, book })
}

type Wish = Input<typeof spendingApi.autoTopUpEstimateGet>['query']

/** What automatic top-up would cost at most, and whether it can be set now. */
export async function estimateAutoTopUp(
  { book }: Pick<Deps, 'book'>,
  caller: Caller,
  wish: Wish,
): Promise<Answer<typeof spendingApi.autoTopUpEstimateGet>> {
  const { db, now } = caller
  const { contractId } = memberOf(caller)
  const known = await loadContract(db, contractId)
  const { offer, setting } = wishedOf(wish, { now, book })
  const { may, card } = await loadPurchaseRule(db, known, { now, book })
  const limitYen = await limitOf(db, contractId)
  const { totalBytes } = await readPool(db, contractId, now)
  const bought = await readBought(db, contractId, toTokyoMonth(now))
  return {
    ...setting,
    name: offer.pack.name,
    mostYen: mostYen(setting, limitYen),
    limitYen,
    startsAtOnce: isLow(totalBytes, setting) && bought.length < setting.timesAMonth,
    residualBytes: totalBytes,
    timesBought: bought.length,
    why: toWireWhy('topUp', may.ok && card?.usable !== true ? refused('CARD_MISSING') : may),
  }
}

/** Sets automatic top-up at the price that was shown: later purchases are made at that price or not at all. */
export async function setAutoTopUp(
  deps: Deps,
  caller: Caller,
  { priceYen, ...wish }: Input<typeof spendingApi.autoTopUpPut>['body'],
) {
  const { book } = deps
  const { db: tx, now } = caller
  const known = await loadContract(tx, memberOf(caller).contractId, { lock: true })
  const { may, card } = await loadPurchaseRule(tx, known, { now, book })
  requireOk(may)
  if (card?.usable !== true) throw new RefusalError('CARD_MISSING')
  const { setting } = wishedOf(wish, { now, book })
  if (setting.priceYen !== Number(priceYen)) throw new RefusalError('CONDITIONS_CHANGED')
  return changeAutoTopUp(deps, caller, setting)
}

/** Ends automatic top-up; a member may do so at any time. */
export async function endAutoTopUp(deps: Deps, caller: Caller) {
  await lockContract(caller.db, memberOf(caller).contractId)
  return changeAutoTopUp(deps, caller, undefined)
}

async function changeAutoTopUp(deps: Deps, caller: Caller, setting: AutoTopUp | undefined) {
  const { commit, book } = deps
  const { db: tx, now } = caller
  const who = whoOf(caller)
  const { contractId } = who
  const [newest] = await readAutoSettings(tx, contractId)
  if (!isSame(newest?.setting, setting)) {
    const version = await writeAutoSetting(tx, who, setting)
    const limitYen = await limitOf(tx, contractId)
    const most = setting === undefined ? 0 : mostYen(setting, limitYen)
    await commit.change(tx, who, {
      action: setting === undefined ? 'auto-top-up-ended' : 'auto-top-up-set',
      target: contractId,
      details: { version, ...setting },
      message: (accountId) =>
        autoTopUpSetMessage({ accountId, contractId }, { version, setting, mostYen: most }),
    })
  }
  return readSpending(tx, contractId, { now, book })
}

/** @throws RefusalError with a sentence beside the threshold where one pack would not lift the data above it. */
function wishedOf({ packId, atBytes, timesAMonth }: Wish, { now, book }: At) {
  const offer = requireOffer(packId, now, book)
  const setting: AutoTopUp = {
    packId,
    atBytes: bytes(atBytes),
    timesAMonth,
    priceYen: yen(offer.priceYen),
  }
  if (!isWithinPack(setting))
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { atBytes: [tooHigh] } })
  return { offer, setting }
}

const tooHigh =
  'チャージする量より多い残量は選べません。1回のチャージでは足りず、続けて購入することになるためです。'

const isSame = (one: AutoTopUp | undefined, other: AutoTopUp | undefined) =>
  one?.packId === other?.packId &&
  one?.atBytes === other?.atBytes &&
  one?.timesAMonth === other?.timesAMonth &&
  one?.priceYen === other?.priceYen
