import type { ErrorCode } from '#protocol/errors.ts'

/** Why a part of a screen is missing, in the words of the wire. */
export type Failed = {
  readonly code: ErrorCode | undefined
  readonly message: string
  /** お問い合わせ番号 */
  readonly traceKey: string | undefined
}

/** One part of a screen: its value, or why it is missing. The rest of the screen stands either way. */
export type Part<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failed: Failed }

export function valueOf<Value>(part: Part<Value>): Value | undefined {
  return part.ok ? part.value : undefined
}
