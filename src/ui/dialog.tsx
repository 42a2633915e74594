import type { MouseEvent, ReactNode } from 'react'
import { Button, ButtonRow } from './button.tsx'

type DialogProps = {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
  /** The act itself; the button to close it is already beside it. */
  readonly action?: ReactNode
  readonly closeLabel?: string
}

/** Native `dialog`: keeps the focus inside, closes by Escape, by its button and by a press outside. */
export function Dialog({ id, title, children, action, closeLabel = '閉じる' }: DialogProps) {
  return (
    <dialog className="dialog" id={id} aria-labelledby={`${id}-title`} closedby="any">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <ButtonRow>
        {action}
        <form method="dialog">
          <Button>{closeLabel}</Button>
        </form>
      </ButtonRow>
    </dialog>
  )
}

type DialogButtonProps = { readonly opens: string; readonly children: ReactNode }

/** Opens a dialog by an invoker command, without script where the browser has it. */
export function DialogButton({ opens, children }: DialogButtonProps) {
  return (
    <Button
      type="button"
      aria-haspopup="dialog"
      onClick={openWithoutInvoker}
      {...{ command: 'show-modal', commandfor: opens }}
    >
      {children}
    </Button>
  )
}

function openWithoutInvoker({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  if ('command' in HTMLButtonElement.prototype) return
  const dialog = document.getElementById(currentTarget.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
}
