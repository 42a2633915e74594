import { bookChargeOnce } from '#backend/contract/booked-charges.ts'
import type { Db } from '#backend/db/connect.ts'
import { toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { lateInterestOf, type PaidBill } from '../queries/late-interest.ts'

/**
 * Goes on the bill of the month in which the payment is known, in its transaction; one of a payment, whatever happens. Days
 * end when the card was asked: that we were long without the answer costs the member nothing.
 */
export async function bookLateInterest(
  tx: Db,
  paid: PaidBill & { attempt: number; sent_at: Instant },
  dueYen: number,
  now: Instant,
): Promise<void> {
  const { days, yen } = await lateInterestOf(tx, paid, paid.sent_at, dueYen)
  if (yen === 0) return
  await bookChargeOnce(tx, {
    contract_id: paid.contract_id,
    line_id: null,
    kind: 'lateInterest',
    figure_key: null,
    rate_valid_from: null,
    quantity: days,
    amount_tenths_yen: yen * 10,
    tax: 'outOfScope',
    tax_on: toTokyoDate(now),
    month: toTokyoMonth(now),
    booked_at: now,
    source_ref:
      paid.amount_yen < dueYen
        ? `interest/${paid.month}/${paid.attempt}`
        : `interest/${paid.month}`,
  })
}
