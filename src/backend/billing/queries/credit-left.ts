import type { Db } from '#backend/db/connect.ts'
import { columnsOf, not, rowsOf } from '#backend/db/rows.ts'
import { yen, type Yen } from '#domain/money.ts'
import type { BillRow } from './stored-bills.ts'
import { refundsOf } from '../rows/refunds.ts'

/** What of a bill below zero is neither spent nor given back. */
export async function creditLeft(tx: Db, { contract_id, month, total_yen }: BillRow): Promise<Yen> {
  const uses = await columnsOf(tx, 'credit_use', ['amount_yen'], { contract_id, from_month: month })
  const refunds = await columnsOf(tx, 'refund', ['amount_yen'], {
    contract_id,
    month,
    state: not('refused'),
  })
  return yen([...uses, ...refunds].reduce((left, { amount_yen }) => left - amount_yen, -total_yen))
}

/** A credit no card would take, with what each card said. */
type WaitingRefund = {
  readonly billId: string
  readonly contractId: string
  readonly leftYen: number
  readonly reasons: readonly string[]
}

export async function refundsWaiting(db: Db): Promise<WaitingRefund[]> {
  const bills = await rowsOf(db, 'bill', { state: 'refund_refused' }, 'contract_id', 'month')
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
