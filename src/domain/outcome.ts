export type Facts = Readonly<Record<string, string | number | boolean>>

export type Ok<Value> = { readonly ok: true; readonly value: Value }
export type Refused<Code extends string = string> = {
  readonly ok: false
  readonly code: Code
  /** What the refusal was decided from, for the log and for the sentence shown to the member. */
  readonly facts: Facts
}

/** A business answer: either a value or a refusal with its code. Exceptions are for defects only. */
export type Outcome<Value, Code extends string = string> = Ok<Value> | Refused<Code>

export function ok<const Value>(value: Value): Ok<Value> {
  return { ok: true, value }
}

export function refused<const Code extends string>(code: Code, facts: Facts = {}): Refused<Code> {
  return { ok: false, code, facts }
}
