import type { Outcome } from '#domain/outcome.ts'
import { formatRfc3339, startOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'

/** Carries a refusal out of a transaction: rolls it back and becomes the wire's failure answer. */
export class RefusalError extends Error {
  readonly refusal: Refusal<ErrorCode, Instant>
  /** When the same may be asked again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    refusal: ErrorCode | Refusal<ErrorCode, Instant>,
    more: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    const known = typeof refusal === 'string' ? { code: refusal } : refusal
    super(known.code, { cause: more.cause })
    this.refusal = known
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get code(): ErrorCode {
    return this.refusal.code
  }
}

/** For `executeTakeFirstOrThrow`: what is not there and what is another member's look the same. */
export const notFound = () => new RefusalError('NOT_FOUND')

/** What the rules answer. `NOT_DUE` is for tasks, which look at it themselves; it is never shown. */
type Decided<Value> = Outcome<Value, ErrorCode | 'NOT_DUE'>

/** @throws RefusalError with what the rules answered, unless they agreed. */
export function requireOk<Value>(decided: Decided<Value>): Value {
  if (decided.ok) return decided.value
  throw new RefusalError({ ...decided, code: refusedCode(decided.code) })
}

export function refusedCode(code: ErrorCode | 'NOT_DUE'): ErrorCode {
  return code === 'NOT_DUE' ? 'WRONG_STATE' : code
}

/** The refusal in the wire's dates. */
export function toWireRefusal<Code extends string>({
  freeFrom,
  ...refusal
}: Refusal<Code, Instant>): Refusal<Code> {
  return { ...refusal, freeFrom: freeFrom && toDateOrInstant(freeFrom) }
}

/** A date where it frees up at 00:00, else the instant (wire DateOrInstant). */
export function toDateOrInstant(at: Instant): string {
  const day = toTokyoDate(at)
  return Temporal.Instant.compare(startOfDay(day), at) === 0 ? day : formatRfc3339(at)
}
