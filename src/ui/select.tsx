import type { ComponentProps } from 'react'
import { FieldFrame, ariaFor } from './field-frame.tsx'
import type { Labelled } from './field-frame.tsx'

type Option = {
  readonly value: string
  readonly label: string
  /** Options of one group stand one after the other, under its name: ninety hours are found by their day. */
  readonly group?: string
}

type SelectProps = Labelled &
  Omit<ComponentProps<'select'>, 'className' | 'name' | 'multiple' | 'children'> & {
    readonly name: string
    readonly options: readonly Option[]
    /** Shown first when nothing has been chosen yet. */
    readonly unchosen?: string
  }

export function Select({ label, hint, error, options, unchosen, ...native }: SelectProps) {
  const id = native.id ?? native.name
  return (
    <FieldFrame
      {...{ id, label, hint, error, required: native.required }}
      hasDefault={unchosen === undefined}
    >
      <select {...native} {...ariaFor(id, { hint, error })} id={id} className="field__input">
        {unchosen === undefined ? null : <option value="">{unchosen}</option>}
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, of]) =>
          group === undefined ? (
            of.map(toOption)
          ) : (
            <optgroup key={group} label={group}>
              {of.map(toOption)}
            </optgroup>
          ),
        )}
      </select>
    </FieldFrame>
  )
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)
