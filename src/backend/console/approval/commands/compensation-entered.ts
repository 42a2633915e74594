import { enterCompensation } from '#backend/billing/public.ts'
import { findRow } from '#backend/db/rows.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { RefusalError } from '#backend/refusal.ts'
import { compensatedDays } from '#domain/billing/compensation.ts'
import type { Guarded } from './guarded.ts'

const TOO_SHORT = '24時間に満たない障害には、返す日がありません。'

/** What an outage of the board took from members is given back to those it stopped. */
export const compensationEntered: Guarded<'compensationEntered'> = {
  act: 'compensation.enter',
  facts: async (db, _, { outageId }) => {
    const outage = await findRow(db, 'outage', { outage_id: outageId })
    const entered = await findRow(db, 'compensation', { outage_id: outageId })
    if (outage?.ends_at == null || outage.cancelled_at !== null || entered !== undefined)
      throw new RefusalError('NOTHING_WAITS')
    const { begins_at: from, ends_at: to } = outage
    const days = [...compensatedDays(from, to).values()].reduce((sum, of) => sum + of, 0)
    if (days === 0)
      throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { outageId: [TOO_SHORT] } })
    return {
      target: outageId,
      facts: [
        { label: '障害', value: outage.title },
        { label: '開始', value: formatMoment(from) },
        { label: '終了', value: formatMoment(to) },
        { label: '返す日数', value: `${days}日` },
        { label: '地域', value: outage.areas.length === 0 ? '全国' : outage.areas.join('、') },
      ],
    }
  },
  run: async (tx, _, who, { outageId, reason }) => {
    await enterCompensation(tx, { outage: { outageId }, reason, lineIds: undefined }, who)
  },
}
