import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { Notice } from '#ui/notice.tsx'

/** Why the last press did not lead on: what to mend at its fields, or the rule in its way. */
export function Refused({
  refused,
  idOf = (name) => name,
}: {
  readonly refused: Refusal<ErrorCode> | undefined
  /** Where fields of several forms have one name: the id of the one that was sent. */
  readonly idOf?: (name: string) => string
}) {
  if (refused === undefined) return null
  if (refused.code === 'VALIDATION_FAILED' && refused.fields !== undefined)
    return <FieldErrors errors={firstOf(refused.fields, idOf)} />
  return (
    <Notice tone="warning" role="alert" title="受け付けられませんでした">
      <p>{refused.message}</p>
      {refused.traceKey === undefined ? null : <p>お問い合わせ番号：{refused.traceKey}</p>}
    </Notice>
  )
}

/** One sentence a field. */
const firstOf = (
  fields: Readonly<Record<string, readonly string[]>>,
  idOf: (name: string) => string,
) => Object.fromEntries(Object.entries(fields).map(([name, [first = '']]) => [idOf(name), first]))
