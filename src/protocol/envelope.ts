import { z } from 'zod'
import { type ErrorCode, errorCode, errors } from './errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { dateOrInstant, orderNo } from './primitives.ts'

/** `{"code":200,"result":…}` (spec 3). */
export const successBody = <T>(result: T) => ({ code: 200, result }) as const

/** What a failure says beside its HTTP status. */
export const failure = z
  .object({
    code: errorCode,
    /** One Japanese sentence for the member. */
    message: z.string(),
    /** Sentences by field name, for VALIDATION_FAILED. */
    fields: z.record(z.string(), z.array(z.string())).optional(),
    /** The date, or the instant where minutes matter, from which it is allowed. */
    freeFrom: dateOrInstant.optional(),
    /** The procedure that is in the way, so that the screen can lead there. */
    blockedBy: orderNo.optional(),
  })
  .meta({ id: 'Failure' }) satisfies z.ZodType<Refusal<ErrorCode>>

/**
 * The failure answer of a code, with the status and, unless the refusal brings its own, the sentence of the error table.
 * Takes only what may travel: the facts of a refusal stay in the log.
 */
export function failureBody(code: ErrorCode, refusal: Partial<Refusal> = {}) {
  const { httpStatus, message } = errors[code]
  const { fields, freeFrom, blockedBy } = refusal
  const error = { code, message: refusal.message ?? message, fields, freeFrom, blockedBy }
  return { httpStatus, body: { code: httpStatus, error } }
}

const failureEnvelope = z.object({ error: failure })

/** The failure inside a body, if it is one of ours. */
export function failureIn(body: unknown) {
  return failureEnvelope.safeParse(body).data?.error
}
