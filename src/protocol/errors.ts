import { z } from 'zod'
import { accountErrors, passkeyErrors } from './errors/account.ts'
import {
  approvalErrors,
  consoleErrors,
  consoleGrantErrors,
  consoleQueueErrors,
} from './errors/console.ts'
import { applicationErrors } from './errors/application.ts'
import { billingErrors, dataErrors } from './errors/billing.ts'
import {
  cancellationErrors,
  documentErrors,
  handoverErrors,
  identityErrors,
  planSizeErrors,
  procedureErrors,
} from './errors/procedure.ts'
import { connectionErrors, webhookErrors, widgetErrors } from './errors/connection.ts'
import { contactErrors, pushErrors } from './errors/contact.ts'
import { deviceErrors } from './errors/device.ts'
import { exclusionErrors } from './errors/exclusion.ts'
import { familyErrors, familyRequestErrors, giftErrors } from './errors/family.ts'
import { optionErrors } from './errors/option.ts'
import { phoneMoveErrors } from './errors/phone-move.ts'
import { requestErrors, serviceErrors } from './errors/request.ts'
import { simErrors } from './errors/sim.ts'
import { successionErrors } from './errors/succession.ts'

/**
 * Every failure the wire can name, area by area. The screen shows `message`; where the refusal lifts by itself
 * the answer also carries `freeFrom`, which the screen prints after the sentence.
 */
export const errors = {
  ...requestErrors,
  ...serviceErrors,
  ...exclusionErrors,
  ...planSizeErrors,
  ...simErrors,
  ...identityErrors,
  ...cancellationErrors,
  ...contactErrors,
  ...pushErrors,
  ...dataErrors,
  ...billingErrors,
  ...optionErrors,
  ...deviceErrors,
  ...documentErrors,
  ...accountErrors,
  ...passkeyErrors,
  ...webhookErrors,
  ...widgetErrors,
  ...connectionErrors,
  ...procedureErrors,
  ...applicationErrors,
  ...successionErrors,
  ...consoleQueueErrors,
  ...handoverErrors,
  ...phoneMoveErrors,
  ...familyErrors,
  ...giftErrors,
  ...familyRequestErrors,
  ...consoleErrors,
  ...consoleGrantErrors,
  ...approvalErrors,
}

export type ErrorCode = keyof typeof errors

const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errors, value)

export const errorCode = z
  .literal(Object.keys(errors).filter(isErrorCode))
  .meta({ id: 'ErrorCode', description: 'エラーと、手続きできない理由のコード' })

/** What any endpoint may answer, beside the codes it names itself. */
export const generalErrorCodes = [
  'VALIDATION_FAILED',
  'NOT_SIGNED_IN',
  'FORGERY_SUSPECTED',
  'ACCESS_DENIED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'TOO_MANY_REQUESTS',
  'CHANGED_MEANWHILE',
  'WRONG_STATE',
  'WRONG_ACTOR',
  'INTERNAL',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'OUTSIDE_NO_ANSWER',
] as const satisfies readonly ErrorCode[]

/** What pages answer to a posted body that is no form; the endpoints take JSON. */
export const formErrorCodes = [
  'FORM_UNREADABLE',
  'FORM_TYPE_UNKNOWN',
] as const satisfies readonly ErrorCode[]
/** What is answered to a file that is sent: a page's form, not an endpoint's JSON. */
export const fileErrorCodes = [
  'PHOTOGRAPH_KIND_UNKNOWN',
  'PHOTOGRAPH_HEIC',
  'PHOTOGRAPH_UNREADABLE',
  'PHOTOGRAPH_TOO_MANY_PIXELS',
  'PHOTOGRAPH_TOO_LARGE',
  'PHOTOGRAPH_MISSING',
  'PHOTOGRAPH_LIMIT_REACHED',
  'PHOTOGRAPHS_BUSY',
  'SUCCESSION_FILE_UNKNOWN',
  'SUCCESSION_FILE_UNREADABLE',
  'SUCCESSION_FILE_TOO_LARGE',
  'SUCCESSION_FILE_MISSING',
  'SUCCESSION_FILE_KNOWN',
  'SUCCESSION_FILE_LIMIT',
] as const satisfies readonly ErrorCode[]
/** @internal What the way in of programs answers before or beside an endpoint (`/api/v1`). */
export const openApiErrorCodes = [
  'KEY_NOT_VALID',
  'KEY_IN_ADDRESS',
  'SCOPE_MISSING',
] as const satisfies readonly ErrorCode[]
export type FormErrorCode = (typeof formErrorCodes)[number]
