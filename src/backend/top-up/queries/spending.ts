import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Yen } from '#domain/money.ts'
import { mostYen } from '#domain/spending/auto-top-up.ts'
import { freeFrom, leftYen, reachedPercent, spentYen } from '#domain/spending/limit.ts'
import { formatRfc3339, type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { spendingApi } from '#protocol/spending.ts'
import { autoSetWords, boughtWords, limitSetWords, packName } from '../messages/spending.ts'
import {
  type AutoSetting,
  type Limit,
  readAutoSettings,
  readBought,
  readLimits,
  readNotices,
} from '../rows/spending.ts'
import { offerOf } from './offers.ts'
import { loadPurchaseRule, loadSpent } from './purchase-rule.ts'

/** Changes of the settings that are shown. */
const HISTORY_SHOWN = 10

/** Both settings, the month so far against them, and what they did. */
export async function readSpending(
  db: Db,
  { book }: { readonly book: PriceBook },
  contractId: string,
  now: Instant,
): Promise<Answer<typeof spendingApi.spendingStatusGet>> {
  const known = await loadContract(db, contractId)
  const spent = await loadSpent(db, { book }, contractId, now)
  const { month } = spent
  const limits = await readLimits(db, contractId)
  const settings = await readAutoSettings(db, contractId)
  const bought = await readBought(db, contractId, month)
  const notices = await readNotices(db, contractId, month)
  const soFarYen = spentYen(spent)
  const limitYen = limits[0]?.limitYen
  return {
    month,
    spentYen: soFarYen,
    nextFrom: toTokyoDate(freeFrom(month)),
    limit: toWireLimit(limits[0], soFarYen),
    autoTopUp: await readAuto(db, known, {
      newest: settings[0],
      limitYen,
      now,
      book,
      timesBought: bought.length,
    }),
    done: newestFirst([
      ...notices.map(({ raised_at, message }) => ({ at: raised_at, message })),
      ...bought.map((one) => ({
        at: one.bought_at,
        message: boughtWords({ packId: one.pack_code }, one.nth),
        paidYen: one.price_yen,
        orderNo: one.order_no,
      })),
    ]),
    history: newestFirst([
      ...limits.map((one) => ({ at: one.setAt, message: limitSetWords(one.limitYen) })),
      ...settings.map(({ setAt, setting }) => ({ at: setAt, message: autoSetWords(setting) })),
    ]).slice(0, HISTORY_SHOWN),
    asOf: formatRfc3339(now),
  }
}

function toWireLimit(newest: Limit | undefined, soFarYen: Yen) {
  if (newest?.limitYen === undefined) return null
  const { limitYen, setAt } = newest
  return {
    limitYen,
    setAt: formatRfc3339(setAt),
    leftYen: leftYen(limitYen, soFarYen),
    reachedPercent: reachedPercent(limitYen, soFarYen),
  }
}

type Auto = {
  readonly newest: AutoSetting | undefined
  readonly limitYen: Yen | undefined
  readonly now: Instant
  readonly book: PriceBook
  readonly timesBought: number
}

async function readAuto(db: Db, known: LoadedContract, of: Auto) {
  const { newest, limitYen, now, book, timesBought } = of
  if (newest?.setting === undefined) return null
  const { setting, setAt } = newest
  const { mayBuy, may } = await loadPurchaseRule(db, { book }, known, now)
  const offer = offerOf(setting.packId, now, book)
  return {
    ...setting,
    name: packName(setting),
    setAt: formatRfc3339(setAt),
    timesBought,
    mostYen: mostYen(setting, limitYen),
    why: toWireWhy('topUp', offer === undefined ? may : mayBuy(offer)),
  }
}

function newestFirst<Entry extends { readonly at: Instant }>(entries: readonly Entry[]) {
  return entries
    .toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
    .map(({ at, ...entry }) => ({ ...entry, at: formatRfc3339(at) }))
}
