import { findRow, lockRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { labelOf } from '#backend/table.ts'
import { decideSuccession, successionDecisionsJob } from '#backend/succession/public.ts'
import { openSuccessions, successionStates } from '#domain/succession/succession-states.ts'
import { successionRequestLabels } from '#vocabulary/succession.ts'
import type { Guarded } from './guarded.ts'

/** The papers of a succession were looked at and suffice. */
export const successionAccepted: Guarded<'successionAccepted'> = {
  act: 'succession.accept',
  facts: async (db, _, { orderNo }) => {
    const row = await findRow(db, 'succession', { order_no: orderNo })
    if (row === undefined || !openSuccessions.some((state) => state === row.state))
      throw new RefusalError('NOTHING_WAITS')
    const papers = await db
      .selectFrom('succession_document')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', row.account_id)
      .where('succession_id', '=', row.succession_id)
      .executeTakeFirstOrThrow()
    return {
      target: orderNo,
      accountId: row.account_id,
      contractId: row.contract_id,
      facts: [
        { label: '受付番号', value: orderNo },
        { label: 'ご希望', value: successionRequestLabels[row.wish] },
        { label: '状態', value: labelOf(successionStates.allWords, row.state) },
        { label: '書類', value: `${papers.count}点` },
      ],
    }
  },
  lock: (tx, { orderNo }) => lockRow(tx, 'succession', { order_no: orderNo }),
  run: async (tx, { queue }, { now }, { orderNo }) => {
    await decideSuccession(tx, orderNo, { decision: 'accept' }, now)
    await queue.send(tx, successionDecisionsJob, {})
  },
}
