import { useEffect, useRef } from 'react'

export type FieldError = { readonly fieldId: string; readonly message: string }

type ErrorSummaryProps = {
  readonly title?: string
  readonly errors: readonly FieldError[]
  /** The answer they came with: another one takes the focus again, even with the same words. */
  readonly answer?: unknown
}

/** At the head of a form that came back: what is wrong, each a link to its field. Takes the focus. */
export function ErrorSummary({
  title = '入力内容をご確認ください',
  errors,
  answer,
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // By what is said, not by the array: a parent that renders again must not take the focus away.
  const said = errors.map(({ message }) => message).join('\n')
  useEffect(() => box.current?.focus(), [said, answer])
  if (errors.length === 0) return null
  return (
    <div
      className="error-summary"
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">{title}</h2>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
