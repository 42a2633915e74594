import type { ComponentProps } from 'react'
import { FieldFrame, ariaFor } from './field-frame.tsx'
import type { Labelled } from './field-frame.tsx'

/** Never a placeholder: it vanishes when it is needed, and is mistaken for a value. */
type Native<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'placeholder' | 'className' | 'name'
> & { readonly placeholder?: never; readonly name: string }

export function Field({ label, hint, error, ...native }: Labelled & Native<'input'>) {
  const id = native.id ?? native.name
  return (
    <FieldFrame {...{ id, label, hint, error, required: native.required }}>
      <input
        type="text"
        {...native}
        {...ariaFor(id, { hint, error })}
        id={id}
        className="field__input"
      />
    </FieldFrame>
  )
}

export function TextArea({ label, hint, error, ...native }: Labelled & Native<'textarea'>) {
  const id = native.id ?? native.name
  return (
    <FieldFrame {...{ id, label, hint, error, required: native.required }}>
      <textarea {...native} {...ariaFor(id, { hint, error })} id={id} className="field__input" />
    </FieldFrame>
  )
}
