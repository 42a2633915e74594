import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from './format.ts'
import { Sentence } from './sentence.tsx'

export type Deadline = {
  readonly id: string
  /** A date, or an instant where the hour counts. */
  readonly until: string
  readonly what: string
  readonly note?: ReactNode
  readonly urgent?: boolean
  /** Something happens then, it is not a last day: no 「まで」. */
  readonly happens?: boolean
  readonly action?: { readonly href: string; readonly label: string }
}

/** What has a last day, soonest first: the caller sorts, for it knows the clock. */
export function DeadlineList({ deadlines }: { readonly deadlines: readonly Deadline[] }) {
  return (
    <ul className="deadline-list">
      {deadlines.map(({ id, until, what, note, urgent = false, happens = false, action }) => (
        <li key={id} className={urgent ? 'deadline-list__urgent' : undefined}>
          <p className="deadline-list__when">
            <time dateTime={until}>
              {until.includes('T') ? formatDateTime(until) : formatDate(until)}
            </time>
            {happens ? '' : 'まで'}
          </p>
          <div>
            <p className="deadline-list__what">
              <Sentence>{what}</Sentence>
            </p>
            {note === undefined ? null : (
              <p className="deadline-list__note">
                <Sentence>{note}</Sentence>
              </p>
            )}
          </div>
          {action === undefined ? null : <a href={action.href}>{action.label}</a>}
        </li>
      ))}
    </ul>
  )
}
