import { creditLeft, recordTransfer } from '#backend/billing/public.ts'
import { findRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Guarded } from './guarded.ts'

/** A refund that no card takes was sent by bank. */
export const refundTransferred: Guarded<'refundTransferred'> = {
  act: 'refund.transferred',
  facts: async (db, _, { billId, transferredOn, reference }) => {
    const bill = await findRow(db, 'bill', { bill_id: billId, state: 'refund_refused' })
    if (bill === undefined) throw new RefusalError('NOTHING_WAITS')
    return {
      target: billId,
      contractId: bill.contract_id,
      facts: [
        { label: '請求の月', value: bill.month },
        { label: '返金する残り', value: `${await creditLeft(db, bill)}円` },
        { label: '振り込んだ日', value: transferredOn },
        { label: '控えの番号', value: reference },
      ],
    }
  },
  run: (tx, _, who, { billId }) => recordTransfer(tx, billId, who),
}
