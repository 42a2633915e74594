import { formatYen } from '#vocabulary/yen.ts'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { toWireTotals } from '#backend/contract/totals.ts'
import { chargeKindLabels } from '#vocabulary/price.ts'
import { billPage } from '#vocabulary/pages.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { billingApi } from '#protocol/billing.ts'
import { billStateOf, payableStates } from '#domain/billing/bill-states.ts'
import type { Bill } from '#domain/billing/bill.ts'
import { differenceOf } from '#domain/billing/difference.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { billLabel } from './bill-label.ts'
import { reckoningOf } from './reckoning.ts'
import type { StoredBill } from './stored-bills.ts'

type WireCredit = NonNullable<WireBill['credit']>
type WireBill = Answer<typeof billingApi.billingStatusGet>['bills'][number]

/**
 * @param before the bill of the month before, where there is one: the difference is given by cause.
 * @param met credit and points spent on the bill; what becomes of one below zero.
 * @param toTotals `toExplainedTotals` where one bill is looked at.
 */
export function toWireBill(
  bill: StoredBill,
  before: StoredBill | undefined,
  met: {
    readonly creditYen: number
    readonly pointsYen: number
    readonly credit: WireCredit | undefined
    readonly contract: Pick<ContractRow, 'status'>
  },
  book: PriceBook,
  toTotals: (bill: Bill, book: PriceBook) => ReturnType<typeof toWireTotals> = toWireTotals,
): WireBill {
  const { row } = bill
  const { creditYen, pointsYen, credit, contract } = met
  const state = billStateOf(row)
  return {
    billId: row.bill_id,
    month: row.month,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    state,
    stateLabel: billLabel(state, contract),
    ...toTotals(bill, book),
    fixedAt: formatRfc3339(row.fixed_at),
    chargeOn: row.charge_on,
    paidAt: row.paid_at === null ? undefined : formatRfc3339(row.paid_at),
    payableYen: payableStates.some((one) => one === state)
      ? row.total_yen - creditYen - pointsYen
      : undefined,
    creditSpentYen: creditYen === 0 ? undefined : creditYen,
    pointsSpentYen: pointsYen === 0 ? undefined : pointsYen,
    credit,
    difference: before && toWireDifference(before, bill, book),
    path: billPage(row.month),
  }
}

/** A bill with every line opened to how it was computed. */
export function toExplainedTotals(bill: Bill, book: PriceBook) {
  const totals = toWireTotals(bill)
  const charges = totals.charges.map((charge, n) => {
    const line = bill.lines[n]
    return { ...charge, reckoning: line && reckoningOf(line, book) }
  })
  return { ...totals, charges }
}

function toWireDifference(before: Bill, after: Bill, book: PriceBook) {
  const { yen, parts } = differenceOf(before, after, book)
  return {
    yen,
    message: differenceMessage(yen),
    parts: parts.map((part) => ({ label: chargeKindLabels[part.kind], yen: part.yen })),
  }
}

function differenceMessage(yen: number): string {
  if (yen === 0) return '前の月と同じ金額です。'
  return `前の月より${formatYen(Math.abs(yen))}${yen > 0 ? '多く' : '少なく'}なりました。`
}
