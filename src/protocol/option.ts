import {
  groupOptionCodes,
  optionQuestions,
  supportOptionCodes,
  voiceOptionCodes,
} from '#vocabulary/option.ts'
import { optionStateWords } from '#vocabulary/states/option.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { memberEndpoint } from './endpoint.ts'
import {
  agreed,
  forwardTo,
  instant,
  lineId,
  orderNo,
  ownPath,
  text,
  tokyoDate,
  webUrl,
  yen,
} from './primitives.ts'
import { charge, confirmed, estimate, lineName, receipt, why } from './procedure.ts'

export const optionState = z.enum(namesOf(optionStateWords)).meta({ id: 'OptionState' })

/** An option of one line, or of the contract where `line` is absent. */
const option = z
  .object({
    optionCode,
    name: z.string(),
    description: z.string(),
    line: lineName.optional(),
    state: optionState,
    stateLabel: z.string(),
    /** One full month, tax included. */
    monthlyYen: yen,
    joinedOn: tokyoDate.optional(),
    /** From which moment it could be used. */
    joinedAt: instant.optional(),
    endsOn: tokyoDate.optional(),
    /** The terms in force, and the version that was agreed to on joining. */
    terms: z.object({
      version: z.string(),
      title: z.string(),
      path: ownPath,
      agreedVersion: z.string().optional(),
    }),
    /** What the member chose, and what the provider handed over to begin with. */
    settings: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Where the provider's service is begun. */
    startUrl: webUrl.optional(),
    /** The order that is under way, or the booking to leave. */
    orderNo: orderNo.optional(),
  })
  .meta({ id: 'Option' })

const joinable = z
  .object({
    ...option.shape,
    join: why,
    /** Joining takes back that leaving was booked. */
    undoes: z.boolean(),
    /** What must be answered before. */
    asks: z.enum(optionQuestions).optional(),
    /** Of this month, prorated by day, were it joined today. */
    firstMonth: charge.optional(),
    estimate,
  })
  .meta({ id: 'JoinableOption' })

const leavable = z
  .object({
    ...option.shape,
    leave: why,
    /** The last day, were it left today: month end. */
    lastOn: tokyoDate,
    consequences: z.array(z.string()),
    estimate,
  })
  .meta({ id: 'LeavableOption' })

const joinables = z.object({ options: z.array(joinable), asOf: instant })
const leavables = z.object({ options: z.array(leavable), asOf: instant })
const contracted = z.object({ options: z.array(option), asOf: instant })

const supportCode = z.enum(supportOptionCodes, 'オプションを選んでください。')
const voiceCode = z.enum(voiceOptionCodes, 'オプションを選んでください。')
const groupCode = z.enum(groupOptionCodes, 'オプションを選んでください。')

/** Of one line and the contract; without it of all lines. */
const forLine = z.object({ lineId: lineId.optional() })
/** `lineId` is asked for where the option belongs to a line. */
const leaving = { ...confirmed, lineId: lineId.optional() }
const agreeing = {
  ...confirmed,
  /** The terms as they were shown. */
  termsVersion: text(40),
  agreed,
}
const joining = { ...leaving, ...agreeing }
/** What an option may ask before it is switched on; of each only where it asks. */
export const optionAnswers = z.object({
  forwardTo,
  userUnder18: z.literal(
    true,
    '18歳未満の方が使う回線であることを確認し、チェックを入れてください。',
  ),
})
const optionReceipt = receipt.extend({ option }).meta({ id: 'OptionReceipt' })

export const joinBlocked = [
  'UNPAID',
  'SUSPENDED',
  'MNP_NUMBER_LIVE',
  'CANCELLATION_BOOKED',
  'CONTRACT_NOT_ACTIVE',
  'CONTRACT_ENDED',
  'SUCCESSION_OPEN',
  'LINE_NOT_ACTIVE',
  'OPTION_ALREADY_ACTIVE',
  'OPTION_NOT_FOR_LINE_KIND',
  'OPTION_CHANGE_OPEN',
  'OPTION_EXCLUDED',
] as const

const joinRefusals = [
  ...joinBlocked,
  'NOTHING_BOOKED',
  'TERMS_OUTDATED',
  'CONDITIONS_CHANGED',
] as const

const leaveRefusals = [
  'OPTION_NOT_ACTIVE',
  'OPTION_LEAVING_BOOKED',
  'OPTION_CHANGE_OPEN',
  'OPTION_LEFT_AT_DESK',
  'CONTRACT_NOT_ACTIVE',
  'CONTRACT_ENDED',
  'SUCCESSION_OPEN',
  'CONDITIONS_CHANGED',
] as const

export const optionApi = {
  supportOptionAvailableGet: memberEndpoint('GET', '/api/support_option/available', {
    spec: '7.2 Options',
    summary: '申し込めるサポートオプション',
    query: forLine,
    result: joinables,
  }),

  supportOptionPost: memberEndpoint('POST', '/api/support_option', {
    spec: '7.2 Options',
    limit: 'purchases',
    summary: 'サポートオプションを申し込む',
    body: z.object({
      ...joining,
      optionCode: supportCode,
      /** Filtering is for lines whose user is under 18. */
      userUnder18: optionAnswers.shape.userUnder18.optional(),
    }),
    result: optionReceipt,
    errors: joinRefusals,
  }),

  supportOptionCancelableGet: memberEndpoint('GET', '/api/support_option/cancelable', {
    spec: '7.2 Options',
    summary: '解約できるサポートオプション',
    query: forLine,
    result: leavables,
  }),

  supportOptionCancelPost: memberEndpoint('POST', '/api/support_option/cancel', {
    spec: '7.2 Options',
    summary: 'サポートオプションを解約する',
    body: z.object({ ...leaving, optionCode: supportCode }),
    result: optionReceipt,
    errors: leaveRefusals,
  }),

  voiceOptionGet: memberEndpoint('GET', '/api/voice_option', {
    spec: '7.2 Options',
    scope: 'lines:read',
    summary: 'ご利用中の音声オプション',
    query: forLine,
    result: contracted,
  }),

  voiceOptionPost: memberEndpoint('POST', '/api/voice_option', {
    spec: '7.2 Options',
    limit: 'purchases',
    summary: '音声オプションを申し込む',
    body: z.object({
      ...joining,
      optionCode: voiceCode,
      lineId,
      /** Where calls are forwarded to. */
      forwardTo: optionAnswers.shape.forwardTo.optional(),
    }),
    result: optionReceipt,
    errors: [...joinRefusals, 'NOT_VOICE_LINE'],
  }),

  voiceOptionAvailableGet: memberEndpoint('GET', '/api/voice_option/available', {
    spec: '7.2 Options',
    summary: '申し込める音声オプション',
    query: forLine,
    result: joinables,
  }),

  voiceOptionCancelableGet: memberEndpoint('GET', '/api/voice_option/cancelable', {
    spec: '7.2 Options',
    summary: '解約できる音声オプション',
    query: forLine,
    result: leavables,
  }),

  voiceOptionCancelPost: memberEndpoint('POST', '/api/voice_option/cancel', {
    spec: '7.2 Options',
    summary: '音声オプションを解約する',
    body: z.object({ ...leaving, optionCode: voiceCode, lineId }),
    result: optionReceipt,
    /** The stop of calls abroad is a lock: leaving it takes the second factor. */
    errors: [...leaveRefusals, 'SECOND_FACTOR_REQUIRED'],
  }),

  dmmOptionContractingGet: memberEndpoint('GET', '/api/dmm_option/contracting', {
    spec: '7.2 Options',
    summary: 'ご利用中と申し込めるグループのサービス',
    result: z.object({
      contracted: z.array(option),
      joinable: z.array(joinable),
      asOf: instant,
    }),
  }),

  dmmOptionPost: memberEndpoint('POST', '/api/dmm_option', {
    spec: '7.2 Options',
    limit: 'purchases',
    summary: 'グループのサービスを申し込む',
    body: z.object({ ...agreeing, optionCode: groupCode }),
    result: optionReceipt,
    errors: joinRefusals,
  }),

  dmmOptionCancelableGet: memberEndpoint('GET', '/api/dmm_option/cancelable', {
    spec: '7.2 Options',
    summary: '解約できるグループのサービス',
    result: leavables,
  }),

  dmmOptionCancelPost: memberEndpoint('POST', '/api/dmm_option/cancel', {
    spec: '7.2 Options',
    summary: 'グループのサービスを解約する',
    body: z.object({ ...confirmed, optionCode: groupCode }),
    result: optionReceipt,
    errors: leaveRefusals,
  }),
}
