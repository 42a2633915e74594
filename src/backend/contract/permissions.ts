import type { Operation } from '#vocabulary/operation.ts'
import { refusedCode, toWireRefusal } from '#backend/refusal.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'
import type { Outcome } from '#domain/outcome.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'

/** The rules' answer on the wire (wire Why). */
export function toWireWhy(
  operation: Operation,
  may: Outcome<unknown, ErrorCode | 'NOT_DUE'>,
): PermissionAnswer {
  if (may.ok) return { allowed: true }
  const { freeFrom, blockedBy, queueable = false, code, message } = toWireRefusal(may)
  return {
    ...refusedWhy(refusedCode(code)),
    ...(message !== undefined && { message }),
    freeFrom,
    blockedBy,
    queueable: queueable && operationRules[operation].beginsByItself,
  }
}

/** A refusal of which only the code is known. */
export function refusedWhy(reasonCode: ErrorCode) {
  return { allowed: false, reasonCode, message: errors[reasonCode].message }
}
