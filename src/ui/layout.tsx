import type { ComponentProps, ReactNode } from 'react'

/** The 1000 px column with its gutters (spec 9: page layout width). */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={className === undefined ? 'page flow' : `page flow ${className}`} {...rest} />
  )
}

type SectionProps = {
  /** Also the anchor of the section. */
  readonly id: string
  readonly title: string
  /** A link or a short fact at the end of the heading's line. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

export function Section({ id, title, beside, children }: SectionProps) {
  return (
    <section className="section" id={id} aria-labelledby={`${id}-title`}>
      <div className="section__head">
        <h2 id={`${id}-title`}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

type SplitProps = {
  readonly side: ReactNode
  /** Names the side column for those who do not see it. */
  readonly sideLabel: string
  /** On phones the summary is above the main column, where it is read before anything is pressed. */
  readonly isSideFirst?: boolean
  readonly children: ReactNode
}

/** Main column and running summary: beside it from 768 px, below it on phones unless it comes first. */
export function Split({ side, sideLabel, isSideFirst = false, children }: SplitProps) {
  const summary = (
    <aside className="split__side flow" aria-label={sideLabel}>
      {side}
    </aside>
  )
  return (
    <div className={isSideFirst ? 'split split--side-first' : 'split'}>
      {isSideFirst ? summary : null}
      <div className="split__main flow">{children}</div>
      {isSideFirst ? null : summary}
    </div>
  )
}
