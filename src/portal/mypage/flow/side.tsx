import { Card } from '#ui/card.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'

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
