import type { Db } from '#backend/db/connect.ts'
import { getRow } from '#backend/db/rows.ts'
import { addYen, subtractYen, yen, type Yen } from '#domain/money.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'
import type { BillRow } from '../queries/stored-bills.ts'

export type BillKey = { readonly contractId: string; readonly month: TokyoMonth }

export async function findBill(tx: Db, { contractId, month }: BillKey): Promise<BillRow> {
  return getRow(tx, 'bill', { contract_id: contractId, month })
}

/** What is to be paid of a bill: its total less the credit and the points that were spent on it. */
export async function dueYen(db: Db, bill: BillRow): Promise<Yen> {
  const { contract_id: contractId, month } = bill
  const [credit, points] = [await creditSpent(db, contractId), await pointsSpent(db, contractId)]
  return subtractYen(yen(bill.total_yen), addYen(metBy(credit, month), metBy(points, month)))
}

/** By month: how much of its bill was paid with credit, or with points. */
export type Met = ReadonlyMap<TokyoMonth, number>

export const metBy = (met: Met, month: TokyoMonth) => yen(met.get(month) ?? 0)

/** How many points were spent on which bill of the contract; a point pays a yen. */
export async function pointsSpent(db: Db, contractId: string): Promise<Met> {
  const payments = await db
    .selectFrom('payment')
    .select(({ fn }) => ['month', fn.sum<string>('amount_yen').as('spent')])
    .where('contract_id', '=', contractId)
    .where('way', '=', 'points')
    .where('state', '=', 'ok')
    .groupBy('month')
    .execute()
  return new Map(payments.map(({ month, spent }) => [month, Number(spent)]))
}

/** How much credit was spent on which bill of the contract. */
export async function creditSpent(db: Db, contractId: string): Promise<Met> {
  const uses = await db
    .selectFrom('credit_use')
    .select(({ fn }) => ['month', fn.sum<string>('amount_yen').as('spent')])
    .where('contract_id', '=', contractId)
    .groupBy('month')
    .execute()
  return new Map(uses.map(({ month, spent }) => [month, Number(spent)]))
}

/** Payments of the contract, or of one bill, whose answer is not known: nothing further is done meanwhile. */
export async function openPayments(db: Db, contractId: string, month?: TokyoMonth) {
  const open = db
    .selectFrom('payment')
    .select('order_id')
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['sent', 'unknown'])
  return (month === undefined ? open : open.where('month', '=', month)).execute()
}

/**
 * Bills for which the service was stopped count from here: no day that passed while nothing was collected is held against
 * anybody.
 */
export async function restartCollection(tx: Db, contractId: string, from: Instant): Promise<void> {
  await tx
    .updateTable('bill')
    .set({ suspended_at: from })
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['suspended', 'final_notice'])
    .execute()
}
