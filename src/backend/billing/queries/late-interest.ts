import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { lateInterest } from '#domain/billing/late-interest.ts'
import { toTokyoDate, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

/** A payment of one bill, made or thought of. */
export type PaidBill = { contract_id: string; month: TokyoMonth; amount_yen: number }

/**
 * What a payment made at that moment costs for being late. Where it leaves something of what was due, it pays the
 * instalments last: the rest pays them.
 */
export async function lateInterestOf(
  db: Db,
  { contract_id: contractId, month, amount_yen: paidYen }: PaidBill,
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
