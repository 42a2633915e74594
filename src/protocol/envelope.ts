import { z } from 'zod'
import { type ErrorCode, errorCode, errors } from './errors.ts'
import { dateOrInstant } from './primitives.ts'

/** `{"code":200,"result":…}` (spec 3). */
export const successBody = <T>(result: T) => ({ code: 200, result }) as const

/** What a failure tells beside its HTTP status. */
export const failure = z
  .object({
    code: errorCode,
    /** One Japanese sentence for the member. */
    message: z.string(),
    /** Sentences by field name, for VALIDATION_FAILED. */
    fields: z.record(z.string(), z.array(z.string())).optional(),
    /** The rule behind a refusal when the code alone does not tell it. */
    reason: z.string().optional(),
    /** The date, or the instant where minutes matter, from which it is allowed. */
    freeFrom: dateOrInstant.optional(),
  })
  .meta({ id: 'Failure' })

export type Failure = z.output<typeof failure>
type RawFailure = z.input<typeof failure>
export type FailureDetails = Partial<Omit<RawFailure, 'code'>>

/**
 * The failure answer of a code, with the status and the sentence of the error table. Takes only
 * what may travel: other facts of a refusal stay in the log.
 */
export function failureBody(code: ErrorCode, details: FailureDetails = {}) {
  const { httpStatus, message } = errors[code]
  const { fields, reason, freeFrom } = details
  const error: RawFailure = {
    code,
    message: details.message ?? message,
    ...(fields && { fields }),
    ...(reason && { reason }),
    ...(freeFrom && { freeFrom }),
  }
  return { httpStatus, body: { code: httpStatus, error } }
}

const wrapped = z.object({ code: z.literal(200), result: z.unknown() })
const wrappedTwice = z.object({ data: wrapped })

/** Takes the result out of the envelope, also out of one wrapped once more in `data`. */
export function unwrap(body: unknown): { result?: unknown } | undefined {
  const once = wrapped.safeParse(body)
  return once.success ? once.data : wrappedTwice.safeParse(body).data?.data
}

const failureEnvelope = z.object({ error: failure })

/** The failure inside a body, if it is one of ours. */
export function failureIn(body: unknown): Failure | undefined {
  return failureEnvelope.safeParse(body).data?.error
}
