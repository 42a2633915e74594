import type { ReactNode } from 'react'

/** Rings that nothing has set in motion: where there is nothing, yet or any more. */
export function QuietRing() {
  return (
    <svg className="quiet-ring" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <circle cx="32" cy="32" r="20" />
      <circle cx="32" cy="32" r="10" />
    </svg>
  )
}

type EmptyStateProps = {
  readonly title: string
  /** What will stand here, and when. */
  readonly children: string
  readonly action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <QuietRing />
      <p className="empty-state__title">{title}</p>
      <p>{children}</p>
      {action === undefined ? null : <div className="empty-state__action">{action}</div>}
    </div>
  )
}
