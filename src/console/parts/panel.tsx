import { useId, type ReactNode } from 'react'

type PanelProps = {
  readonly title: string
  /** Beside the title: a count, a badge. */
  readonly beside?: ReactNode
  /** At the end of the head. */
  readonly aside?: ReactNode
  readonly tone?: 'strong' | 'warning' | 'secret'
  readonly children: ReactNode
}

/** A part of a page with its head. */
export function Panel({ title, beside, aside, tone, children }: PanelProps) {
  const id = useId()
  return (
    <section className={tone === undefined ? 'panel' : `panel panel--${tone}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {beside === undefined ? null : <span>{beside}</span>}
        {aside === undefined ? null : <span className="panel__aside">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

export const PanelBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="panel__body">{children}</div>
)

/** Where there is nothing, in one sentence. */
export const Nothing = ({ children }: { readonly children: string }) => (
  <p className="panel__body muted">{children}</p>
)

type Fact = readonly [term: string, value: ReactNode]

/** Terms and values; one without a value is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.flatMap(([term, value]) =>
        value === undefined
          ? []
          : [<dt key={`${term} term`}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>],
      )}
    </dl>
  )
}
