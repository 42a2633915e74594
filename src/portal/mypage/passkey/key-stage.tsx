import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

type KeyStageProps = {
  readonly title: string
  readonly children: ReactNode
  /** In the middle, where something was just done. */
  readonly isDone?: boolean
}

/** The deep ground of these screens: a finger in rings. */
export function KeyStage({ title, children, isDone = false }: KeyStageProps) {
  return (
    <section
      className={isDone ? 'stage key-stage key-stage--done' : 'stage key-stage'}
      aria-labelledby="key-stage-title"
    >
      <div className="key-stage__words">
        <h2 id="key-stage-title" tabIndex={-1}>
          {title}
        </h2>
        <p>{children}</p>
      </div>
      <div className="key-stage__picture">
        <Icon name="fingerprint" />
      </div>
    </section>
  )
}
