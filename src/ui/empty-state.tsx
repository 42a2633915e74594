import type { ReactNode } from 'react'

type EmptyStateProps = {
  readonly title: string
  /** What will stand here, and when. */
  readonly children: string
  readonly action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state__title">{title}</p>
      <p>{children}</p>
      {action === undefined ? null : <div className="empty-state__action">{action}</div>}
    </div>
  )
}
