import type { ReactNode } from 'react'
import { Key } from '#console/shell/icon.tsx'

type FoldProps = {
  readonly title: string
  readonly letter?: string | undefined
  /** Whether the letter stands beside the title. */
  readonly isPrinted?: boolean
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** What is done behind its 確認. */
export function Fold({ title, letter, isPrinted = false, isOpen = false, children }: FoldProps) {
  return (
    <details className="accordion" open={isOpen}>
      <summary data-key={letter}>
        {`${title}…`}
        {letter && isPrinted ? <Key>{letter.toUpperCase()}</Key> : null}
      </summary>
      {children}
    </details>
  )
}
