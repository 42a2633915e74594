import { dueWords, shareLeft, type Due } from './due.ts'

const classes: Record<Due['group'], string> = {
  overdue: 'time time--over',
  today: 'time time--today',
  soon: 'time time--near',
  near: 'time time--near',
  later: 'time time--far',
  waiting: 'time time--waits',
  done: 'time time--kept',
}

/** The ring of the time that is left, always beside its words. */
export function TimeLeft({ due, today }: { readonly due: Due; readonly today: string }) {
  return (
    <span className={classes[due.group]}>
      <Ring due={due} />
      {dueWords(due, today)}
    </span>
  )
}

const ROUND = 2 * Math.PI * 8

function Ring({ due: { group, minutesLeft = 0 } }: { readonly due: Due }) {
  if (group === 'overdue')
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle className="time__disc" cx="12" cy="12" r="11" />
        <path className="time__bang" d="M12 6.5v6.5m0 4v.01" />
      </svg>
    )
  if (group === 'done')
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentcolor" strokeWidth="2">
        <circle cx="12" cy="12" r="10" />
        <path d="m7.5 12.3 3 3 6-6.5" />
      </svg>
    )
  if (group === 'waiting')
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentcolor" strokeWidth="2">
        <circle cx="12" cy="12" r="10" strokeDasharray="3 3" />
        <path d="M10 9v6m4-6v6" />
      </svg>
    )
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle className="time__track" cx="12" cy="12" r="8" />
      <circle
        className="time__left"
        cx="12"
        cy="12"
        r="8"
        strokeDasharray={`${(shareLeft(minutesLeft) * ROUND).toFixed(1)} ${ROUND.toFixed(1)}`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  )
}
