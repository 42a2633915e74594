import type { ComponentProps, MouseEvent } from 'react'

type SwitchProps = Omit<
  ComponentProps<'button'>,
  'className' | 'type' | 'value' | 'children' | 'disabled'
> & {
  readonly label: string
  readonly on: boolean
  /** Posted with the form: the state that a press asks for, `on` or `off`. */
  readonly name: string
  readonly id: string
  /** In words what it is now; on or off where nothing is said. */
  readonly state?: string
  /** The text around it is its visible label: this one is for screen readers only. */
  readonly isLabelHidden?: boolean
  /** Why it cannot be switched now and from when; it stays in the keyboard's way and says so. */
  readonly locked?: string
  /** What a press comes to meanwhile, as `locked` says; nothing, if not given. */
  readonly onLockedPress?: (() => void) | undefined
}

/** A submit button with `aria-pressed`: it works in a plain form, without script. */
export function Switch({
  label,
  on,
  state = on ? 'オン' : 'オフ',
  isLabelHidden = false,
  locked,
  onLockedPress,
  onClick,
  ...native
}: SwitchProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (locked === undefined) return onClick?.(event)
    event.preventDefault()
    onLockedPress?.()
  }
  return (
    <>
      <button
        {...native}
        type="submit"
        className="switch"
        value={on ? 'off' : 'on'}
        aria-pressed={on}
        aria-disabled={locked === undefined || onLockedPress ? undefined : true}
        aria-describedby={locked === undefined ? undefined : `${native.id}-note`}
        onClick={press}
      >
        <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
        <span className="switch__track" aria-hidden="true" />
        <span className="switch__state" aria-hidden="true">
          {state}
        </span>
      </button>
      {locked === undefined ? null : (
        <p className="switch__note" id={`${native.id}-note`}>
          {locked}
        </p>
      )}
    </>
  )
}
