import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'

/** One part of a screen: its value, or why it is missing. The rest of the screen is shown either way. */
export type Part<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failed: Refusal<ErrorCode> }

export function valueOf<Value>(part: Part<Value>): Value | undefined {
  return part.ok ? part.value : undefined
}
