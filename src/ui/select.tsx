import type { ComponentProps } from 'react'
import { FieldFrame, ariaFor } from './field-frame.tsx'
import type { Labelled } from './field-frame.tsx'

type SelectProps = Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'name' | 'multiple' | 'children'> & {
    readonly name: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
    /** Shown first when nothing has been chosen yet. */
    readonly unchosen?: string
  }

export function Select({ label, hint, error, options, unchosen, ...native }: SelectProps) {
  const id = native.id ?? native.name
  return (
    <FieldFrame
      {...{ id, label, hint, error, required: native.required }}
      alwaysAnswered={unchosen === undefined}
    >
      <select {...native} {...ariaFor(id, { hint, error })} id={id} className="field__input">
        {unchosen === undefined ? null : <option value="">{unchosen}</option>}
        {options.map(({ value, label: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
