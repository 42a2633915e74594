import { recordNote } from '#backend/step/record-change.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import { whoOf } from '#backend/contract/who.ts'
import { beginCardVisit, type CardDeps } from './commands/change-card.ts'
import { beginSinglePay, finishSinglePay } from './commands/pay-bill.ts'
import { beginUnpaidPay, finishUnpaidPay } from './commands/pay-unpaid.ts'
import type { PaymentDeps } from './commands/settle-payment.ts'
import type { AreaAfterCommit, AreaHandlers } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { findEarlierContracts } from '#backend/contract/of-account.ts'
import { notFound } from '#backend/refusal.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { addYen } from '#domain/money.ts'
import { addMonths, formatRfc3339, monthOf, tokyoMonth, toTokyoMonth } from '#domain/tokyo.ts'
import { billPage, earlierBills } from '#vocabulary/pages.ts'
import { billNow } from './queries/bill-now.ts'
import { paymentReceipt } from './queries/receipt.ts'
import { creditSpent, metBy, pointsSpent } from './rows/bill-steps.ts'
import { loadBills } from './queries/stored-bills.ts'
import { unpaidBills } from './queries/unpaid.ts'
import { toExplainedTotals, toWireBill } from './queries/wire-bill.ts'
import { billedMonths } from './queries/billed-months.ts'
import { creditsOf } from './queries/wire-credit.ts'
import { comingCharge } from './queries/next-bills.ts'
import { maskedCard } from './rows/cards.ts'

type Deps = Pick<PaymentDeps, 'sealing'> &
  Pick<CardDeps, 'publicUrl' | 'cardPage'> & {
    readonly book: PriceBook
  }

/** Bills a member can look back on. */
const MONTHS_SHOWN = 24

export const billingHandlers = (deps: Deps) =>
  ({ ...billReadings(deps), ...payments(deps) }) satisfies AreaHandlers

/** Bills that were made, and what was paid of them. */
function billReadings({ book }: Pick<Deps, 'book'>) {
  return {
    async billingStatusGet({ query }, caller) {
      const { contractId, lastMonth } = await billedContract(caller, query.contract)
      const { db, now } = caller
      const asked = query.month === undefined ? undefined : tokyoMonth(query.month)
      const newest = asked ?? lastMonth
      const oldest = asked ?? addMonths(newest, -MONTHS_SHOWN)
      // One more, so that the oldest of them can say what it differs by.
      const [contract, bills, credit, points] = await Promise.all([
        findContract(db, contractId),
        loadBills(db, contractId, book, { from: addMonths(oldest, -1), to: newest }),
        creditSpent(db, contractId),
        pointsSpent(db, contractId),
      ])
      const credits = await creditsOf(
        db,
        bills.map(({ row }) => row),
      )
      return {
        bills: bills
          .filter(({ month }) => month >= oldest)
          .map((bill) => {
            const before = bills.find(({ month }) => month === addMonths(bill.month, -1))
            const met = {
              creditYen: metBy(credit, bill.month),
              pointsYen: metBy(points, bill.month),
              credit: credits.get(bill.month),
              contract,
            }
            const wire = toWireBill(bill, before, met, book, asked && toExplainedTotals)
            return { ...wire, path: billPage(bill.month, query.contract) }
          }),
        asOf: formatRfc3339(now),
      }
    },

    async billingMonthsGet({ query: { contract: earlier } }, caller) {
      const { contractId, lastMonth: to } = await billedContract(caller, earlier)
      const from = addMonths(to, -MONTHS_SHOWN)
      return {
        months: await billedMonths(caller.db, contractId, { from, to, earlier }),
        current: toTokyoMonth(caller.now),
        asOf: formatRfc3339(caller.now),
      }
    },

    async billingEarlierGet(_, caller) {
      const contracts = await findEarlierContracts(caller.db, memberOf(caller))
      return { contracts: contracts.map(toWireEarlier) }
    },

    async billingUnpaidGet(_, caller) {
      const { contractId } = memberOf(caller)
      const bills = await unpaidBills(caller.db, contractId, caller.now)
      const totalYen = addYen(...bills.map(({ amountYen }) => amountYen))
      return { bills, totalYen, asOf: formatRfc3339(caller.now) }
    },

    async billingPaymentGet({ query }, caller) {
      return paymentReceipt(caller.db, memberOf(caller), query.receiptNo)
    },
  } satisfies AreaHandlers
}

/** What is to be paid next, and by what. */
function payments(deps: Deps) {
  const { book } = deps
  return {
    async billingReserveGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { month, soFar, forecast } = await billNow(caller.db, contractId, book, caller.now)
      return {
        month: month.month,
        chargeOn: month.chargeOn,
        ...(await comingCharge(caller.db, contractId, book, caller.now)),
        soFar: toExplainedTotals(soFar, book),
        forecast,
        later: [],
        asOf: formatRfc3339(caller.now),
      }
    },

    singlePayPost: ({ body }, caller) => beginSinglePay(caller.db, deps, whoOf(caller), body),

    billingUnpaidPayPost: ({ body }, caller) => beginUnpaidPay(caller.db, whoOf(caller), body),

    async billingPaymentMethodGet(_, caller) {
      const { contractId } = memberOf(caller)
      const card = await paymentCard(caller.db, contractId, caller.now)
      if (card === undefined)
        return { method: 'none', usable: false, message: 'カードが登録されていません。' }
      return {
        method: 'card',
        brand: card.brand,
        numberMasked: maskedCard(card.last4),
        expires: tokyoMonth(card.expires),
        usable: card.usable,
        message: card.usable ? undefined : 'このカードは、有効期限が切れています。',
        updatedAt: formatRfc3339(card.updatedAt),
      }
    },

    async billingPaymentMethodPost({ body }, caller) {
      const who = whoOf(caller)
      const updateUrl = await beginCardVisit(caller.db, deps, who, body.back, caller.now)
      await recordNote(caller.db, who, { action: 'card-update-begun', target: who.contractId })
      return { updateUrl }
    },
  } satisfies AreaHandlers
}

/** What goes on once the change is committed: the processor is asked, and the answer says what came of it. */
export function billingAfterCommit(deps: PaymentDeps) {
  return {
    singlePayPost: ({ receiptNo }, { now }) => finishSinglePay(deps, receiptNo, now),
    billingUnpaidPayPost: ({ receiptNo }, { now }) => finishUnpaidPay(deps, receiptNo, now),
  } satisfies AreaAfterCommit
}

/** Whose bills are asked for. @throws RefusalError NOT_FOUND for a contract that is not one of the account's */
async function billedContract(caller: Caller, earlier: string | undefined) {
  const own = memberOf(caller)
  const current = toTokyoMonth(caller.now)
  if (earlier === undefined) return { contractId: own.contractId, lastMonth: current }
  const contracts = await findEarlierContracts(caller.db, own)
  const found = contracts.find(({ contract_id: id }) => id === earlier)
  if (found === undefined) throw notFound()
  // What was used in the last month may be billed in the one after it.
  const lastMonth = found.ends_on === null ? current : addMonths(monthOf(found.ends_on), 1)
  return { contractId: earlier, lastMonth }
}

type Earlier = Awaited<ReturnType<typeof findEarlierContracts>>[number]
const toWireEarlier = ({
  contract_id: contract,
  started_on: startedOn,
  ends_on: endsOn,
}: Earlier) => ({
  contract,
  ...(startedOn && { startedOn }),
  ...(endsOn && { endsOn }),
  path: earlierBills(contract),
})
