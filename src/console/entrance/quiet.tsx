import type { ReactNode } from 'react'
import { Mark } from '#console/shell/icon.tsx'

/** The sheet of a page outside the desk: nobody is logged in, or nobody may be. */
export function Quiet({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <div className="quiet__sheet">
      <p className="quiet__name">
        <Mark />
        業務コンソール
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
