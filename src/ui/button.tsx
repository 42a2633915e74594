import type { ComponentProps, MouseEvent, ReactNode } from 'react'

/** `primary` once a screen; `danger` for what cannot be taken back; `plain` for the way out. */
type Kind = 'primary' | 'secondary' | 'danger' | 'plain'

const classes: Record<Kind, string> = {
  primary: 'button button--primary',
  secondary: 'button',
  danger: 'button button--danger',
  plain: 'button button--plain',
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  readonly kind?: Kind
  /** Keeps the focus, says that it is working and ignores further presses. */
  readonly busy?: boolean
  readonly busyLabel?: string
}

export function Button({
  kind = 'secondary',
  type = 'submit',
  busy = false,
  busyLabel = '送信しています',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classes[kind]}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy ? busyLabel : children}
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'className'> & {
  readonly href: string
  readonly kind?: Kind
}

/** Looks like a button, goes somewhere: nothing changes by following it. */
export function ButtonLink({ kind = 'secondary', children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={classes[kind]}>
      {children}
    </a>
  )
}

/** Buttons side by side; below each other, full width, on phones. */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  return <div className="button-row">{children}</div>
}

/** The one button of its row that goes somewhere. */
export const ButtonLinkRow = (props: ButtonLinkProps) => (
  <ButtonRow>
    <ButtonLink {...props} />
  </ButtonRow>
)
