import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { withoutMessages, type Acting } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { creditLeft } from '../queries/credit-left.ts'
import { writeRefund } from '../rows/refunds.ts'
import type { BillRow } from '../queries/stored-bills.ts'
import { bills } from '../steps.ts'

/** The cards that refused are asked again in the next round, e.g. once the processor says that they can take it. */
export async function askCardsAgain(tx: Db, billId: string, who: Acting): Promise<void> {
  const bill = await lockWaiting(tx, billId)
  await tx
    .updateTable('refund')
    .set({ released_at: who.now })
    .where('contract_id', '=', bill.contract_id)
    .where('state', '=', 'refused')
    .where('released_at', 'is', null)
    .execute()
  await takeStep(tx, withoutMessages, who, bills, { row: bill, step: 'cards_released' })
}

/** Everything that is left was sent by bank: booked here; the next run notifies the member. */
export async function recordTransfer(tx: Db, billId: string, who: Acting): Promise<void> {
  const bill = await lockWaiting(tx, billId)
  const amountYen = await creditLeft(tx, bill)
  await writeRefund(tx, bill, { way: 'transfer', amountYen }, who.now)
  await takeStep(tx, withoutMessages, who, bills, { row: bill, step: 'transferred' })
}

/** @throws RangeError for a bill that does not wait for this: its money is on its way or has gone back. */
async function lockWaiting(tx: Db, billId: string): Promise<BillRow> {
  const found = await findRow(tx, 'bill', { bill_id: billId }, 'contract_id')
  if (found !== undefined) await lockContract(tx, found.contract_id)
  const bill = await findRow(tx, 'bill', { bill_id: billId, state: 'refund_refused' })
  if (bill === undefined) throw new RangeError(`No refund of bill ${billId} waits for staff`)
  return bill
}
