import { groupedEid } from '#portal/mypage/sim/choices.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Queueing } from '#portal/mypage/flow/refusal.tsx'
import { formatDate } from '#ui/format.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

export type SimEstimate = Result<typeof simApi.simAddCostGet>

/** What an order for a SIM tells beside the common sheet. */
export function simEntries(estimate: SimEstimate, eid: string, isNewLine = false) {
  const { changes, identityRequired, numberChanges, delivery } = estimate
  return [
    ...(eid === '' ? [] : [{ term: 'EID', value: groupedEid(eid) }]),
    // A change of the number stands among the changes already.
    ...(changes.some(({ label }) => label === '電話番号')
      ? []
      : [{ term: '電話番号', value: numberWords(numberChanges, isNewLine) }]),
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

function numberWords(numberChanges: boolean, isNewLine: boolean) {
  if (isNewLine) return '新しい番号が付きます。'
  return numberChanges ? '新しい番号に変わります。いまの番号は使えなくなります。' : '変わりません。'
}

/** Not for an eSIM: its profile needs the device's EID, which is not kept for later. */
export const queueOf = (keys: FormKeys, wish: Queueing['wish']) =>
  wish['size'] === 'esim' ? {} : { queueing: { keys, wish } }
