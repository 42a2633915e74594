import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Timeline } from '#ui/timeline.tsx'
import type { Status } from './wire.ts'

type Passed = Status['timeline'][number]

const stateOf = { done: 'done', current: 'current', coming: 'next', stopped: 'failed' } as const

/** The steps as rings and time lines know them. */
export const stepsOf = (timeline: readonly Passed[]) => timeline.map(({ state }) => stateOf[state])

export function TimelineSection({
  title,
  timeline,
}: {
  readonly title: string
  readonly timeline: readonly Passed[]
}) {
  return (
    <Section id="timeline" title={title}>
      <Timeline
        steps={timeline.map(({ label, state, at }) => ({
          title: label,
          state: stateOf[state],
          ...(at === undefined ? {} : { at }),
        }))}
      />
    </Section>
  )
}

type ReceiptProps = {
  readonly numberLabel: string
  readonly orderNo: string
  readonly submittedAt: string
  readonly emailMasked: string | undefined
  /** What was asked for, where the number alone does not say it. */
  readonly requested?: string | undefined
  /** How to look at it again. */
  readonly children: ReactNode
}

export function ReceiptSection({
  numberLabel,
  orderNo,
  submittedAt,
  emailMasked,
  requested,
  children,
}: ReceiptProps) {
  return (
    <Section id="receipt" title="受付の控え">
      <Card>
        <SummaryList
          entries={[
            [
              numberLabel,
              <>
                <span className="order-no">{orderNo}</span>{' '}
                <CopyButton text={orderNo} label={numberLabel} />
              </>,
            ],
            ['お申し出の内容', requested],
            ['受付日時', formatDateTime(submittedAt)],
            ['お知らせの送り先', emailMasked],
          ]}
        />
      </Card>
      <p className="small">{children}</p>
    </Section>
  )
}
