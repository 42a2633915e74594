import type { ReactNode } from 'react'
import { Notice } from '#ui/notice.tsx'

/** What the last press came to, said once; nothing where nothing was pressed. */
export const Said = ({ children }: { readonly children: ReactNode }) =>
  children === undefined ? null : (
    <Notice tone="good" role="status">
      {children}
    </Notice>
  )
