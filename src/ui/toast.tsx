import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ToastProps = { readonly children: ReactNode; readonly onClose: () => void }

/** Says that a stand-alone act is done. Stays until it is closed: nobody has to read against time. */
export function Toast({ children, onClose }: ToastProps) {
  return (
    <div className="toast" role="status">
      <p>{children}</p>
      <Button kind="plain" type="button" onClick={onClose}>
        閉じる
      </Button>
    </div>
  )
}
