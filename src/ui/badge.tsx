import type { ReactNode } from 'react'

type Tone = 'neutral' | 'good' | 'warning' | 'danger'

/** A state in one word. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return <span className={tone === 'neutral' ? 'badge' : `badge badge--${tone}`}>{children}</span>
}
