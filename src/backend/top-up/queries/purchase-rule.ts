import { billedMonth, loadBillFacts } from '#backend/billing/public.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { billOf } from '#domain/billing/bill.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { refused } from '#domain/outcome.ts'
import { decideWithinLimit, leftYen, type MonthSpent, spentYen } from '#domain/spending/limit.ts'
import { type Instant, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import { limitOf } from '../rows/spending.ts'
import type { Offer } from './offers.ts'

type Deps = { readonly book: PriceBook }

/**
 * Whether a pack may be bought now, by hand or automatically: the rules of the contract, a card it can be charged to,
 * the month's ceiling. For a purchase it is asked under the contract's lock, so that two at once cannot pass the
 * ceiling together.
 */
export async function loadPurchaseRule(
  db: Db,
  deps: Deps,
  { contract: { contract_id: contractId }, facts }: Pick<LoadedContract, 'contract' | 'facts'>,
  now: Instant,
) {
  const may = mayBegin('topUp', facts, now)
  const card = await paymentCard(db, contractId, now)
  const limitYen = await limitOf(db, contractId)
  const spent = limitYen === undefined ? undefined : await loadSpent(db, deps, contractId, now)

  function withinLimit({ row, priceYen }: Offer) {
    if (limitYen === undefined || spent === undefined) return may
    const wanted = { ...chargeOf('topUp', row), taxOn: toTokyoDate(now) }
    const decided = decideWithinLimit(limitYen, spent, wanted)
    if (decided.ok) return may
    const message = limitWords({ limitYen, soFarYen: spentYen(spent), priceYen })
    return { ...decided, message }
  }

  function mayBuy(offer: Offer) {
    if (!may.ok) return may
    return card?.usable === true ? withinLimit(offer) : refused('CARD_MISSING')
  }

  return {
    /** The rules of the contract alone, without pack, price and card. */
    may,
    card,
    /** What is left until the ceiling; undefined without a ceiling. */
    leftYen: limitYen && spent && leftYen(limitYen, spentYen(spent)),
    /** For one pack without the card, whose absence the screens show by themselves. */
    mayChoose: (offer: Offer) => (may.ok ? withinLimit(offer) : may),
    mayBuy,
  }
}

function limitWords(of: { limitYen: number; soFarYen: number; priceYen: number }): string {
  const { limitYen, soFarYen, priceYen } = of
  return `料金の上限（${formatYen(limitYen)}）を超えるため、購入できません。今月のデータチャージ・通話・SMSの料金はいま${formatYen(soFarYen)}、この購入は${formatYen(priceYen)}です。上限を変えると、すぐに購入できます。`
}

/** The month so far as its bill would be now; domain/spending/limit.ts says what of it counts towards the ceiling. */
export async function loadSpent(
  db: Db,
  { book }: Deps,
  contractId: string,
  now: Instant,
): Promise<MonthSpent> {
  const month = toTokyoMonth(now)
  const facts = await loadBillFacts(db, contractId, billedMonth(month, book))
  return { month, lines: billOf(facts, book)?.lines ?? [], book }
}
