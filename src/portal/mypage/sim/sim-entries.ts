import { groupedEid } from '#portal/fields/sim-choices.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Queueing } from '#portal/mypage/flow/refusal.tsx'
import { estimateFacts } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, yenFigure, type Figure } from '#portal/mypage/flow/key-figures.tsx'
import { dayOfEstimate, formatWhen } from '#portal/mypage/flow/wording.ts'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

export type SimEstimate = Result<typeof simApi.simAddCostGet>

/** What it costs, and the day one waits for: the delivery, or the switch where nothing is sent. */
export function simFigures(estimate: SimEstimate): Figure[] {
  const { delivery, operation, effectiveAt, effectiveOn, oneOff } = estimate
  return [
    yenFigure('手続きの費用', oneOff.totalYen),
    delivery === undefined
      ? dayFigure(dayOfEstimate(operation), effectiveAt ?? effectiveOn)
      : dayFigure('お届けの予定日', delivery.expectedOn),
  ]
}

/** What an order for a SIM shows beside the common facts. */
export function simFacts(
  estimate: SimEstimate,
  eid: string,
  more: readonly SummaryEntry[],
  isNewLine = false,
): SummaryEntry[] {
  const { changes, identityRequired, numberChanges, delivery, operation, effectiveOn } = estimate
  const { effectiveAt } = estimate
  const isAmongChanges = changes.some(({ label }) => label === '電話番号')
  return estimateFacts(estimate, {
    more: [
      ...more,
      ['EID', eid === '' ? undefined : groupedEid(eid)],
      // A change of the number is among the changes already.
      ['電話番号', isAmongChanges ? undefined : numberWords(numberChanges, isNewLine)],
      ['本人確認', identityRequired ? 'お申し込みのあとに必要です。' : '必要ありません。'],
      ['お届け', delivery === undefined ? 'なし（端末に書き込みます）' : undefined],
      ['お届け先', delivery?.addressMasked],
      [dayOfEstimate(operation), delivery && formatWhen(effectiveAt ?? effectiveOn)],
    ],
  })
}

function numberWords(numberChanges: boolean, isNewLine: boolean) {
  if (isNewLine) return '新しい番号が付きます。'
  return numberChanges ? '新しい番号に変わります。いまの番号は使えなくなります。' : '変わりません。'
}

/** Not for an eSIM: its profile needs the device's EID, which is not kept for later. */
export const queueOf = (keys: FormKeys, request: Queueing['request']) =>
  request['size'] === 'esim' ? {} : { queueing: { keys, request } }
