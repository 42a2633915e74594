import type { Facts } from '#domain/outcome.ts'
import type { ErrorCode } from '#protocol/errors.ts'

export type RefusalDetails = {
  /** Sentences beside the fields they belong to. */
  fields?: Record<string, string[]>
  blockedBy?: string
  /** The date the procedure frees up. */
  freeFrom?: string
  facts?: Facts
  /** When the same may be asked again. */
  retryAfterSeconds?: number
  /** For the log only. */
  cause?: unknown
}

/**
 * A refusal the member is told about: rolls the transaction back and becomes the wire's failure answer.
 * Its sentence stands in the protocol's error table.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }
}
