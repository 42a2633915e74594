import type { ReactNode } from 'react'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Key } from '#console/shell/icon.tsx'

type PressProps = {
  readonly keys: FormKeys
  readonly intent: string
  /** What it is about; one form a subject, so that each has a key of its own. */
  readonly values: Readonly<Record<string, string | undefined>>
  readonly children: string
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'plain'
  /** The letter that presses it, printed on it. */
  readonly letter?: string
  readonly fields?: ReactNode
  /** What comes of it is said at the head of the page, which may be screens above the button: it is shown from there. */
  readonly answersAbove?: true
}

/** One button that does one thing, with what it needs to know above it. */
export function Press(props: PressProps) {
  const { keys, intent, values, children, kind, letter, fields, answersAbove = false } = props
  return (
    <KeyedForm
      keys={keys}
      of={[intent, ...Object.values(values)].join('.')}
      values={{ intent, ...values }}
      className="form"
      preventScrollReset={!answersAbove}
      {...(fields ? { 'data-send': true } : {})}
    >
      {fields}
      <PressButton kind={kind} letter={letter}>
        {children}
      </PressButton>
    </KeyedForm>
  )
}

type PressButtonProps = Pick<PressProps, 'kind' | 'letter'> & {
  readonly children: string
  readonly name?: string
  readonly value?: string
}

export function PressButton({ kind = 'secondary', letter, children, ...named }: PressButtonProps) {
  return (
    <span className="press" data-key={letter?.toLowerCase()}>
      <Submit kind={kind} {...named}>
        {children}
        {letter === undefined ? null : <Key>{letter}</Key>}
      </Submit>
    </span>
  )
}
