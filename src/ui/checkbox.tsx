import type { ComponentProps, ReactNode } from 'react'
import { FieldNotes, ariaFor } from './field-frame.tsx'

type CheckboxProps = Omit<
  ComponentProps<'input'>,
  'type' | 'className' | 'placeholder' | 'name'
> & {
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string
}

export function Checkbox({ label, hint, error, ...native }: CheckboxProps) {
  const id = native.id ?? native.name
  return (
    <div className={error === undefined ? 'field' : 'field field--wrong'}>
      <label className="check" htmlFor={id}>
        <input {...native} {...ariaFor(id, { hint, error })} type="checkbox" id={id} />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
