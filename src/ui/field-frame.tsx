import type { ReactNode } from 'react'

export type Labelled = {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with the value and what to do; never who is to blame. */
  readonly error?: string
}

type FieldFrameProps = Labelled & {
  readonly id: string
  readonly required?: boolean | undefined
  /** Of a control that always has a value: there is nothing to leave out, so neither 必須 nor 任意 is said. */
  readonly hasDefault?: boolean
  readonly children: ReactNode
}

/** Label above, then hint, then error, then the control: read in the order it is needed. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  required = false,
  hasDefault = false,
  children,
}: FieldFrameProps) {
  return (
    <div className={error === undefined ? 'field' : 'field field--wrong'}>
      <label className="field__label" htmlFor={id}>
        {label}
        {hasDefault ? null : <span className="field__need">{required ? '必須' : '任意'}</span>}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

export function FieldNotes({ id, hint, error }: Omit<Labelled, 'label'> & { readonly id: string }) {
  return (
    <>
      {hint === undefined ? null : (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  )
}

/** The ARIA that ties a control to its hint and error. */
export function ariaFor(id: string, { hint, error }: Omit<Labelled, 'label'>) {
  const notes = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
  return {
    'aria-describedby': notes.filter((note) => note !== '').join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  } as const
}
