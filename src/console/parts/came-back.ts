import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'

/** A form that came back: refused, or checked and to be mended. */
export type CameBack = {
  readonly refused?: Refusal<ErrorCode>
  readonly typed: Readonly<Record<string, string>>
}

/** A field by its name: what was typed in the form that came back, and what is wrong with it; `otherwise` in one that did not. */
export function cameBack(
  answer: CameBack | undefined,
  intent: string,
  name: string,
  otherwise = '',
) {
  if (answer?.typed['intent'] !== intent) return { name, defaultValue: otherwise }
  const error = answer.refused?.fields?.[name]?.[0]
  return { name, defaultValue: answer.typed[name] ?? '', ...(error === undefined ? {} : { error }) }
}
