import type { ReactNode } from 'react'
import { Accordion } from '#ui/accordion.tsx'

/** What not everybody needs: its name, what it comes to, and the whole on a press; open on paper. */
export function Fold({
  title,
  hint,
  children,
}: {
  readonly title: string
  readonly hint?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Accordion
      title={
        <>
          {title}
          {hint === undefined ? null : <span className="fold-hint">{hint}</span>}
        </>
      }
    >
      {children}
    </Accordion>
  )
}
