import type { ReactNode } from 'react'
import { Sentence } from './sentence.tsx'

type NoticeProps = {
  readonly tone?: 'info' | 'good' | 'warning' | 'danger'
  readonly title?: string
  /** `alert` interrupts: only for what has just gone wrong. `status` waits its turn. */
  readonly role?: 'alert' | 'status'
  readonly children?: ReactNode
}

export function Notice({ tone = 'info', title, role, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={role}>
      {title === undefined ? null : (
        <p className="notice__title">
          <Sentence>{title}</Sentence>
        </p>
      )}
      {typeof children === 'string' ? (
        <p>
          <Sentence>{children}</Sentence>
        </p>
      ) : (
        children
      )}
    </div>
  )
}
