import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from './format.ts'

export type TimelineStep = {
  readonly title: string
  readonly state: 'done' | 'current' | 'next' | 'failed'
  /** An instant, or a date where the hour is not known. */
  readonly at?: string | undefined
  /** `at` has not come yet. */
  readonly isExpected?: boolean
  readonly note?: ReactNode
}

const words = { done: '済み', current: '現在', next: 'これから', failed: '中止' }
const signs = { done: '✓', current: '', next: '', failed: '×' }

/** What has happened to an order, its state now, what comes next. */
export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ title, state, at, isExpected = false, note }) => (
        <li
          key={title}
          className={`timeline__${state}`}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="timeline__dot" aria-hidden="true">
            {signs[state]}
          </span>
          <p className="timeline__title">
            {title}
            <span className="visually-hidden">（{words[state]}）</span>
          </p>
          {at === undefined ? null : (
            <p className="timeline__at">
              <time dateTime={at}>{at.includes('T') ? formatDateTime(at) : formatDate(at)}</time>
              {isExpected ? 'の予定' : null}
            </p>
          )}
          {note === undefined ? null : <p>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
