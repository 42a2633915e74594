import type { ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'
import { formatDay, formatTime } from '#ui/format.ts'

export type Figure = readonly [term: string, value: ReactNode, note?: ReactNode]

/** The answer to "what, how much, from when" on one deep card, nothing else beside it. */
export function KeyFigures({
  id,
  label = 'お手続きの要点',
  quiet = false,
  what,
  figures,
  picture,
  children,
}: {
  readonly id?: string
  readonly label?: string
  /** Of what is stopped or over. */
  readonly quiet?: boolean
  readonly what: ReactNode
  readonly figures: readonly Figure[]
  /** The same in a drawing, before the words. */
  readonly picture?: ReactNode
  readonly children?: ReactNode
}) {
  const look = `stage key-figures${picture === undefined ? '' : ' key-figures--ring'}${quiet ? ' stage--quiet' : ''}`
  return (
    <section id={id} className={look} aria-label={label}>
      {picture}
      <p className="key-figures__what">{what}</p>
      <dl>
        {figures.map(([term, value, note]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {value}
              {note === undefined ? null : <span className="flow-note">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

export const yenFigure = (term: string, yen: number, note?: ReactNode): Figure => [
  ...owedFigure(`${term}（税込）`, yen),
  note,
]

/** What is owed of bills: untaxed parts may be in it, so nothing is said of tax. */
export const owedFigure = (term: string, yen: number) =>
  [term, <Amount key={term} yen={yen} tax="none" size="figure" />] as const

export const dayFigure = (term: string, when: string, note?: ReactNode): Figure => [
  term,
  <Day key={term} when={when} />,
  note,
]

/** The year in small: the day is what one looks for. */
function Day({ when }: { readonly when: string }) {
  return (
    <time className="key-figures__day" dateTime={when}>
      <span className="key-figures__year">{when.slice(0, 4)}年</span>
      {formatDay(when)}
      {when.includes('T') && formatTime(when) !== '0:00' ? formatTime(when) : ''}
    </time>
  )
}
