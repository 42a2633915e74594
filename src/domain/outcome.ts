import type { Refusal } from '#vocabulary/refusal.ts'

export type Ok<Value> = { readonly ok: true; readonly value: Value }

/** A business answer: either a value or a refusal with its code. Exceptions are for defects only. */
export type Outcome<Value, Code extends string = string> =
  | Ok<Value>
  | ({ readonly ok: false } & Refusal<Code, Temporal.Instant>)

export function ok<const Value>(value: Value): Ok<Value> {
  return { ok: true, value }
}

export function refused<const Code extends string>(
  code: Code,
  more: Omit<Refusal<Code, Temporal.Instant>, 'code'> = {},
) {
  return { ok: false, code, ...more } as const
}
