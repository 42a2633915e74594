import type { ReactNode } from 'react'
import { Sentence } from './sentence.tsx'

type More = {
  /** The present value, where the entry's value is the new one. */
  readonly was?: ReactNode
  /** Where the entry can be changed. */
  readonly change?: { readonly href: string; readonly label: string }
}

/** An entry without a value is left out. */
export type SummaryEntry = readonly [term: string, value: ReactNode, more?: More]

export function SummaryList({ entries }: { readonly entries: readonly SummaryEntry[] }) {
  return (
    <dl className="summary-list">
      {entries.filter(hasValue).map(([term, value, { was, change } = {}]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={isSentence(value) ? 'summary-list__sentence' : undefined}>
            {was === undefined ? null : (
              <>
                <span className="visually-hidden">変更前</span>
                <span className="summary-list__was">{was}</span>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">、変更後</span>
              </>
            )}
            <Sentence>{value}</Sentence>
          </dd>
          {change === undefined ? null : (
            <dd className="summary-list__action">
              <a href={change.href}>
                変更する<span className="visually-hidden">（{change.label}）</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** A whole sentence begins where sentences begin, also where figures stand at the end of their row. */
const isSentence = (value: ReactNode) => typeof value === 'string' && value.includes('。')

const hasValue = ([, value]: SummaryEntry) => value !== undefined
