import type { ReactNode } from 'react'
import type { Stayed } from '#portal/mypage/flow/submit.ts'

/** What was typed in the form that came back, and what is wrong with it. */
export function cameBack(stayed: Stayed | undefined, intent: string, name: string) {
  if (stayed?.typed['intent'] !== intent) return { defaultValue: '' }
  const error = stayed.refused.fields?.[name]?.[0]
  return { defaultValue: stayed.typed[name] ?? '', ...(error === undefined ? {} : { error }) }
}

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
