import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Split } from '#ui/layout.tsx'
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

type BesideFactsProps = {
  readonly title: string
  /** Absent where nothing can be begun. */
  readonly facts: readonly SummaryEntry[] | undefined
  readonly children: ReactNode
}

/** The question first; what holds for every answer beside it. */
export function BesideFacts({ title, facts, children }: BesideFactsProps) {
  if (facts === undefined) return <>{children}</>
  return (
    <Split sideLabel={title} side={<Side title={title} entries={facts} />}>
      {children}
    </Split>
  )
}
