import { sql } from 'kysely'
import { bookChargeOnce } from '#backend/contract/booked-charges.ts'
import type { Db } from '#backend/db/connect.ts'
import { lateInterest } from '#domain/billing/late-interest.ts'
import { toTokyoDate, toTokyoMonth, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

/** A payment of one bill, made or thought of. */
type Paid = { contract_id: string; month: TokyoMonth; amount_yen: number }

/**
 * What a payment made at that moment costs for being late. Where it leaves something of what was due, it pays the
 * instalments last: the rest pays them.
 */
export async function lateInterestOf(
  db: Db,
  { contract_id: contractId, month, amount_yen: paidYen }: Paid,
  paidAt: Instant,
  dueYen: number = paidYen,
) {
  const bill = await db
    .selectFrom('bill')
    .select((eb) => [
      'charge_on',
      eb
        .selectFrom('bill_line')
        .select(sql<number>`coalesce(sum(amount_tenths_yen), 0)::integer`.as('tenths'))
        .whereRef('bill_line.contract_id', '=', 'bill.contract_id')
        .whereRef('bill_line.month', '=', 'bill.month')
        .where('kind', '=', 'deviceInstalment')
        .as('instalment_tenths'),
    ])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  const ofInstalments = Math.min(dueYen, (bill.instalment_tenths ?? 0) / 10)
  const instalmentsYen = Math.max(0, paidYen - (dueYen - ofInstalments))
  const paidOn = toTokyoDate(paidAt)
  return lateInterest({ chargeOn: bill.charge_on, paidYen, instalmentsYen, paidOn })
}

/**
 * Goes on the bill of the month in which the payment is known, in its transaction; one of a payment, whatever happens. Days
 * end when the card was asked: that we were long without the answer costs the member nothing.
 */
export async function bookLateInterest(
  tx: Db,
  paid: Paid & { attempt: number; sent_at: Instant },
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
