import type { ReactNode } from 'react'
import { Key } from '#console/shell/icon.tsx'

type FoldProps = {
  readonly title: string
  readonly letter?: string | undefined
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** What is done behind its 確認. */
export function Fold({ title, letter, isOpen, children }: FoldProps) {
  return (
    <details className="accordion" open={isOpen}>
      <summary data-key={letter}>
        {title}…{letter === undefined ? null : <Key>{letter.toUpperCase()}</Key>}
      </summary>
      {children}
    </details>
  )
}
