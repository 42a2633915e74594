import { groupedEid } from '#portal/mypage/sim/choices.ts'
import { formatDate } from '#ui/format.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

export type SimEstimate = Result<typeof simApi.simAddCostGet>

/** What an order for a SIM tells beside the common sheet. */
export function simEntries(estimate: SimEstimate, eid: string) {
  const { identityRequired, numberChanges, delivery } = estimate
  return [
    ...(eid === '' ? [] : [{ term: 'EID', value: groupedEid(eid) }]),
    {
      term: '電話番号',
      value: numberChanges ? '新しい電話番号になります。' : '変わりません。',
    },
    {
      term: '本人確認',
      value: identityRequired ? 'お申し込みのあとに必要です。' : '必要ありません。',
    },
    ...(delivery === undefined
      ? [{ term: 'お届け', value: 'ありません（eSIMを端末に書き込みます）。' }]
      : [
          { term: 'お届け先', value: delivery.addressMasked },
          { term: 'お届けの予定日', value: formatDate(delivery.expectedOn) },
        ]),
  ]
}
