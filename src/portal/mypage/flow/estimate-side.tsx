import { dayOfEstimate, formatDelta, undoWords } from '#portal/mypage/flow/wording.ts'
import { Card } from '#ui/card.tsx'
import { formatDate, formatDateTime, formatYen } from '#ui/format.ts'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Estimate } from '#protocol/procedure.ts'

/** The running summary: price and dates at one glance, beside the step (below it on phones). */
export function Side({
  title = 'お手続きの要点',
  entries,
}: {
  readonly title?: string
  readonly entries: readonly SummaryEntry[]
}) {
  return (
    <Card>
      <h2>{title}</h2>
      <SummaryList entries={entries} />
    </Card>
  )
}

/** What stands in it once an estimate is known. */
export function sideEntries(
  estimate: Estimate,
  undo = estimate.undoWhile ?? undoWords(estimate),
): SummaryEntry[] {
  const { operation, effectiveAt, effectiveOn, oneOff, monthlyAfter, monthlyDeltaYen } = estimate
  return [
    {
      term: dayOfEstimate(operation),
      value: effectiveAt ? formatDateTime(effectiveAt) : formatDate(effectiveOn),
    },
    { term: '手続きの費用', value: formatYen(oneOff.totalYen) },
    { term: '月額料金（税込）', value: formatYen(monthlyAfter.totalYen) },
    { term: '月額料金の差', value: formatDelta(monthlyDeltaYen) },
    { term: '取り消し', value: undo },
  ]
}
