import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'

/** Why the last press did not lead on: what to mend at its fields, or the rule in its way. */
export function Stopped({
  refused,
  title,
  labels,
}: {
  readonly refused: Refusal<ErrorCode> | undefined
  readonly title?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
}) {
  if (refused === undefined) return null
  if (refused.code !== 'VALIDATION_FAILED' || refused.fields === undefined)
    return <RefusalNotice answersPress title={title} reason={refused} />
  return <FieldErrors errors={errorsOf(refused)} labels={labels} />
}

/** The sentence beside each field; what a refusal says of no field in particular is put at `field`. */
export function errorsOf(
  refused: Refusal<ErrorCode> | undefined,
  field?: string,
): Record<string, string> {
  if (refused === undefined) return {}
  const errors = firstOf(refused.fields ?? {})
  if (Object.keys(errors).length > 0 || field === undefined) return errors
  return { [field]: refused.message ?? '' }
}

type Texts = Readonly<Record<string, string>>

/** A field by its name: what was typed in the form that came back, and what is wrong with it; `otherwise` in one that did not. */
export const fieldsFrom =
  (typed: Texts | undefined, errors: Texts) => (name: string, otherwise?: string) => ({
    name,
    defaultValue: typed?.[name] ?? otherwise,
    error: errors[name],
  })

/** One sentence a field: the first says what to do first. */
export const firstOf = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, [first = '']]) => [name, first]))
