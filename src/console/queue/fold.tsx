import type { ReactNode } from 'react'

type FoldProps = {
  readonly title: string
  readonly letter?: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** What is done behind its 確認. */
export function Fold({ title, letter, isOpen, children }: FoldProps) {
  return (
    <details className="accordion" open={isOpen}>
      <summary data-key={letter}>{title}…</summary>
      {children}
    </details>
  )
}
