import type { ReactNode } from 'react'
import { FieldNotes, ariaFor } from './field-frame.tsx'
import type { Labelled } from './field-frame.tsx'

type Option = {
  readonly value: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** A price or a volume at the end of the card. */
  readonly beside?: ReactNode
  /** Cannot be chosen: `hint` says why and from when. */
  readonly disabled?: boolean
}

type RadioCardsProps = Labelled & {
  readonly name: string
  readonly options: readonly Option[]
  readonly defaultValue?: string
  readonly required?: boolean
  readonly columns?: boolean
  readonly onChoose?: (value: string) => void
}

export function RadioCards(props: RadioCardsProps) {
  const { name, label, hint, error, options, defaultValue, required = false } = props
  return (
    <fieldset
      className={error === undefined ? 'field' : 'field field--wrong'}
      id={name}
      {...(error === undefined ? undefined : { tabIndex: -1 })}
      aria-describedby={ariaFor(name, { hint, error })['aria-describedby']}
    >
      <legend className="field__label">{label}</legend>
      <FieldNotes id={name} hint={hint} error={error} />
      <div className={props.columns ? 'choices choices--columns' : 'choices'}>
        {options.map((option) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              required={required}
              onChange={() => props.onChoose?.(option.value)}
            />
            <span className="choice__label">
              {option.label}
              {option.hint === undefined ? null : (
                <span className="choice__hint">{option.hint}</span>
              )}
            </span>
            {option.beside === undefined ? null : (
              <span className="choice__beside">{option.beside}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
