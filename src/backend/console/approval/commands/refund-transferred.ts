import { creditLeft, recordTransfer } from '#backend/billing/public.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { findRow, getRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Guarded } from './guarded.ts'

/** A refund that no card takes was sent by bank: two people read the slip, each for themselves. */
export const refundTransferred: Guarded<'refundTransferred'> = {
  act: 'refund.transferred',
  slip: ({ transferredOn, amountYen, reference, accountEnd }) => ({
    transferredOn,
    amountYen,
    reference,
    accountEnd,
  }),
  facts: async (db, _, { billId, amountYen }) => {
    const bill = await findRow(db, 'bill', { bill_id: billId, state: 'refund_refused' })
    if (bill === undefined) throw new RefusalError('NOTHING_WAITS')
    const left = await creditLeft(db, bill)
    if (Number(amountYen) !== left)
      throw new RefusalError({
        code: 'VALIDATION_FAILED',
        fields: { amountYen: [`返金する残りは${left}円です。控えの金額を確かめてください。`] },
      })
    return {
      target: billId,
      contractId: bill.contract_id,
      facts: [
        { label: '請求の月', value: monthWords(bill.month) },
        { label: '返金する残り', value: `${left}円` },
      ],
    }
  },
  lock: async (tx, { billId }) =>
    lockContract(tx, (await getRow(tx, 'bill', { bill_id: billId })).contract_id),
  run: (tx, _, who, { billId }) => recordTransfer(tx, billId, who),
}

const monthWords = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`
