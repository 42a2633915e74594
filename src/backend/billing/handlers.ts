import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { addYen } from '#domain/money.ts'
import { addMonths, formatRfc3339, tokyoMonth, toTokyoMonth } from '#domain/tokyo.ts'
import { billNow } from './bill-now.ts'
import { paymentReceipt } from './receipt.ts'
import { creditSpent, metBy, pointsSpent } from './bill-steps.ts'
import { loadBills } from './stored-bills.ts'
import { unpaidBills } from './unpaid.ts'
import { toExplainedTotals, toWireBill } from './wire-bill.ts'
import { billedMonths } from './billed-months.ts'
import { creditsOf } from './credit/wire-credit.ts'

/** Bills a member can look back on. */
const MONTHS_SHOWN = 24

export function billingHandlers({ book }: { readonly book: PriceBook }) {
  return {
    async billingStatusGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const asked = query.month === undefined ? undefined : tokyoMonth(query.month)
      const newest = asked ?? toTokyoMonth(now)
      const oldest = asked ?? addMonths(newest, -MONTHS_SHOWN)
      // One more, so that the oldest of them can say what it differs by.
      const [bills, credit, points] = await Promise.all([
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
            }
            return toWireBill(bill, before, met, book, asked && toExplainedTotals)
          }),
        asOf: formatRfc3339(now),
      }
    },

    async billingMonthsGet(_, caller) {
      const { contractId } = memberOf(caller)
      const current = toTokyoMonth(caller.now)
      const from = addMonths(current, -MONTHS_SHOWN)
      return {
        months: await billedMonths(caller.db, contractId, { from, to: current }),
        current,
        asOf: formatRfc3339(caller.now),
      }
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

    async billingReserveGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { month, soFar, forecast } = await billNow(caller.db, contractId, book, caller.now)
      return {
        month: month.month,
        chargeOn: month.chargeOn,
        soFar: toExplainedTotals(soFar, book),
        forecast,
        later: [],
        asOf: formatRfc3339(caller.now),
      }
    },
  } satisfies AreaHandlers
}
