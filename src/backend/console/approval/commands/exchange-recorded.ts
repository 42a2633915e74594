import { lockContract } from '#backend/contract/contracts.ts'
import { findRow, lockRow } from '#backend/db/rows.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { RefusalError } from '#backend/refusal.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import type { Guarded } from './guarded.ts'

const outcomes = { accepted: '受け付けた', rejected: '断られた' } as const

/** An exchange without an answer was answered by the carrier on paper. */
export const exchangeRecorded: Guarded<'exchangeRecorded'> = {
  act: 'exchange.record',
  facts: async (db, _, { exchangeId, outcome, writtenOn, reference }) => {
    const row = await findRow(db, 'carrier_exchange', { exchange_id: exchangeId, state: 'unknown' })
    if (row === undefined) throw new RefusalError('NOTHING_WAITS')
    return {
      target: exchangeId,
      contractId: row.contract_id,
      facts: [
        { label: '依頼の番号', value: exchangeId },
        { label: '依頼した日時', value: formatMoment(row.created_at) },
        { label: '送った回数', value: `${row.attempts}回` },
        { label: '書面の回答', value: outcomes[outcome] },
        { label: '書面の日付', value: formatDay(tokyoDate(writtenOn)) },
        { label: '書面の番号', value: reference },
      ],
    }
  },
  lock: async (tx, { exchangeId }) => {
    const row = await lockRow(tx, 'carrier_exchange', { exchange_id: exchangeId })
    if (row !== undefined) await lockContract(tx, row.contract_id)
  },
  run: async (tx, { recordAnswer }, _, { exchangeId, outcome, reference }) => {
    if (!(await recordAnswer(tx, exchangeId, { outcome, reference })))
      throw new RefusalError('NOTHING_WAITS')
  },
}
