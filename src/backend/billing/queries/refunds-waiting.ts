import type { Db } from '#backend/db/connect.ts'
import { refundsOf } from '../rows/refunds.ts'
import { creditLeft } from './credit-left.ts'

/** A credit no card would take, with what each card said. */
export type WaitingRefund = {
  readonly billId: string
  readonly contractId: string
  readonly leftYen: number
  readonly reasons: readonly string[]
}

export async function refundsWaiting(db: Db): Promise<WaitingRefund[]> {
  const bills = await db
    .selectFrom('bill')
    .selectAll()
    .where('state', '=', 'refund_refused')
    .orderBy('contract_id')
    .orderBy('month')
    .execute()
  const waiting: WaitingRefund[] = []
  for (const bill of bills)
    waiting.push({
      billId: bill.bill_id,
      contractId: bill.contract_id,
      leftYen: await creditLeft(db, bill),
      reasons: (await refundsOf(db, bill)).flatMap(({ reason }) => reason ?? []),
    })
  return waiting
}
