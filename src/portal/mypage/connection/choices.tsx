import type { ReactNode } from 'react'
import { scopeWords, type AccessScope } from '#vocabulary/connection.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ariaFor, FieldNotes } from '#ui/field-frame.tsx'

type Group = { readonly label: string; readonly error: string | undefined }

/** What a program may: each with what it sees or does by it, and a warning where somebody else is seen too. */
export function ScopeChoice({
  scopes,
  chosen,
  label,
  error,
}: Group & { readonly scopes: readonly AccessScope[]; readonly chosen: readonly string[] }) {
  return (
    <Choices id="scopes" label={label} error={error}>
      {scopes.map((scope) => {
        const { label: words, detail, isWrite, warning } = scopeWords[scope]
        return (
          <Checkbox
            key={scope}
            id={`scope-${scope.replace(':', '-')}`}
            name="scopes"
            value={scope}
            label={isWrite ? `${words}（変更）` : words}
            hint={
              <>
                {detail}
                {warning === undefined ? null : (
                  <strong className="connection-warning">{warning}</strong>
                )}
              </>
            }
            defaultChecked={chosen.includes(scope)}
          />
        )
      })}
    </Choices>
  )
}

/** Of which lines; of all where none is chosen. */
export function LineChoice({
  lines,
  notOfLines,
  chosen,
  label,
  error,
}: Group & {
  readonly lines: readonly { readonly lineId: string; readonly words: string }[]
  /** Labels of what shows the whole contract. */
  readonly notOfLines: readonly string[]
  readonly chosen: readonly string[]
}) {
  const hint =
    notOfLines.length === 0
      ? '選ばなければ、すべての回線です。'
      : `選ばなければ、すべての回線です。選んだときは、${notOfLines.map((one) => `「${one}」`).join('')}は許せません。`
  return (
    <Choices id="lineIds" label={label} hint={hint} error={error}>
      {lines.map(({ lineId, words }) => (
        <Checkbox
          key={lineId}
          id={`line-${lineId}`}
          name="lineIds"
          value={lineId}
          label={words}
          defaultChecked={chosen.includes(lineId)}
        />
      ))}
    </Choices>
  )
}

function Choices({
  id,
  label,
  hint,
  error,
  children,
}: Group & {
  readonly id: string
  readonly hint?: string
  readonly children: ReactNode
}) {
  const notes = { ...(hint !== undefined && { hint }), ...(error !== undefined && { error }) }
  return (
    <fieldset
      className={error === undefined ? 'field' : 'field field--wrong'}
      id={id}
      tabIndex={error === undefined ? undefined : -1}
      aria-describedby={ariaFor(id, notes)['aria-describedby']}
    >
      <legend className="field__label">{label}</legend>
      <FieldNotes id={id} {...notes} />
      {children}
    </fieldset>
  )
}
