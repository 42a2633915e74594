import type { Bill } from '../billing/bill.ts'
import type { BillLine } from '../billing/bill-line.ts'
import { addYen, subtractYen, type Yen } from '../money.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { endOfMonth, monthOf, startOfMonth, type TokyoDate, type TokyoMonth } from '../tokyo.ts'

/** First and last day of service within a month: the transaction date of what was supplied in it. */
export type ServiceDays = { readonly from: TokyoDate; readonly to: TokyoDate }

/** A payment or credit that settles the total. It is printed below the total and does not change the tax (billing.md 13, 19, 22). */
export type Settling = {
  readonly by: 'credit' | 'points' | 'card'
  readonly yen: Yen
  readonly on: TokyoDate
}

export type InvoiceLine = BillLine & {
  /** The transaction date of a late line; the others have the days of service. */
  readonly suppliedOn: TokyoDate | undefined
}

/** A qualified invoice (適格請求書): the bill as it was fixed, whose it is, and when it was supplied. */
export type Invoice = Pick<Bill, 'month' | 'rates' | 'outOfScopeYen' | 'totalYen'> & {
  readonly recipientName: string
  readonly service: ServiceDays
  readonly lines: readonly InvoiceLine[]
  readonly settled: readonly Settling[]
  readonly leftYen: Yen
}

export type InvoiceFacts = {
  /** As it was fixed; none while the month is open. */
  readonly bill: Bill | undefined
  readonly service: ServiceDays
  readonly holderName: string
  /** 屋号, if the holder asks for it; it is printed before the name. */
  readonly tradeName?: string | undefined
  readonly settled: readonly Settling[]
}

/** Nothing is computed again: the invoice prints the figures of the bill (billing.md 19). */
export function invoiceOf(facts: InvoiceFacts): Outcome<Invoice, 'INVOICE_NOT_ISSUABLE'> {
  const { bill, service, settled } = facts
  if (bill === undefined || !bill.rates.some(({ totalYen }) => totalYen > 0))
    return refused('INVOICE_NOT_ISSUABLE')
  const { month, rates, outOfScopeYen, totalYen } = bill
  return ok({
    month,
    rates,
    outOfScopeYen,
    totalYen,
    service,
    recipientName: recipientName(facts),
    lines: bill.lines.map((line) => ({ ...line, suppliedOn: lateDay(line, month) })),
    settled,
    leftYen: subtractYen(totalYen, addYen(...settled.map((part) => part.yen))),
  })
}

export function recipientName({
  holderName,
  tradeName = '',
}: Pick<InvoiceFacts, 'holderName' | 'tradeName'>): string {
  return tradeName === '' ? holderName : `${tradeName}　${holderName}`
}

/** A line's own day, if it is of another month. */
function lateDay({ taxOn }: BillLine, month: TokyoMonth): TokyoDate | undefined {
  return monthOf(taxOn) === month ? undefined : taxOn
}

/**
 * The days of the month on which any line was in service.
 * A month with only late records has none; the whole month is used.
 */
export function serviceDays(
  month: TokyoMonth,
  lines: readonly { readonly firstDay: TokyoDate; readonly lastDay?: TokyoDate | undefined }[],
): ServiceDays {
  const first = startOfMonth(month)
  const last = endOfMonth(month)
  const served = lines.filter(
    ({ firstDay, lastDay = last }) => firstDay <= last && lastDay >= first,
  )
  const from = served.map(({ firstDay }) => later(firstDay, first)).toSorted()[0] ?? first
  const to =
    served
      .map(({ lastDay = last }) => earlier(lastDay, last))
      .toSorted()
      .at(-1) ?? last
  return { from, to }
}

const later = (a: TokyoDate, b: TokyoDate) => (a > b ? a : b)
const earlier = (a: TokyoDate, b: TokyoDate) => (a < b ? a : b)
