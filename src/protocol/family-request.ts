import {
  freeAnswers,
  REQUEST_WORDS,
  requestAnswers,
  requestKinds,
} from '#vocabulary/family-request.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { familyRequestStateWords } from '#vocabulary/states/family-request.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { memberEndpoint } from './endpoint.ts'
import { joinBlocked } from './option.ts'
import { personal } from './personal.ts'
import {
  bytes,
  instant,
  lineId,
  opaqueId,
  optionalText,
  orderNo,
  ownPath,
  text,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { lineName, why } from './procedure.ts'
import { packRefusals, payBlocked } from './top-up.ts'

const requestId = opaqueId
const words = personal('written', optionalText(REQUEST_WORDS))

/** As who asked reads it: without prices. */
const lineRequest = z
  .object({
    requestId,
    kind: z.enum(requestKinds),
    /** 「＋1GB」, or the option's name. */
    label: z.string(),
    note: personal('written', z.string()).optional(),
    state: z.enum(namesOf(familyRequestStateWords)),
    stateLabel: z.string(),
    askedAt: instant,
    /** Until when it can be answered. */
    expiresAt: instant,
    endedAt: instant.optional(),
    answer: z.enum(requestAnswers).optional(),
    reply: personal('written', z.string()).optional(),
  })
  .meta({ id: 'LineRequest' })

const lineRequests = z
  .object({
    /** Whether another one can be sent now. */
    asking: why,
    kinds: z.array(z.enum(requestKinds)),
    /** Options that could be joined for the line. */
    options: z.array(z.object({ optionCode, name: z.string() })),
    /** What waits, and the last that did. */
    requests: z.array(lineRequest),
    asOf: instant,
  })
  .meta({ id: 'LineRequests' })

/** One answer that can be given by one press, with everything that is said before it. */
const possibleAnswer = z.object({
  answer: z.enum(requestAnswers),
  /** With tax; 0 for what costs nothing. Of an option a month. */
  priceYen: yen,
  why,
  /** The next bill that it changes. */
  bill: z.object({ month: tokyoMonth, beforeYen: yen, afterYen: yen }).optional(),
  /** Of an option: what is agreed to by the press, as it was shown. */
  option: z
    .object({
      notices: z.array(z.string()),
      conditions: opaqueId,
      terms: z.object({ title: z.string(), path: ownPath, version: z.string() }),
    })
    .optional(),
})

const familyRequest = z
  .object({
    ...lineRequest.shape,
    line: lineName,
    /** As the holder calls who asks. */
    name: personal('name', z.string()),
    /** The line is slow, by its cap or by the switch. */
    isSlow: z.boolean(),
    orderNo: orderNo.optional(),
    /** What the reader may answer; empty once it is over. */
    answers: z.array(possibleAnswer),
  })
  .meta({ id: 'FamilyRequest' })

const familyRequests = z
  .object({
    requests: z.array(familyRequest),
    /** What is left for all lines of the contract together. */
    leftBytes: bytes,
    asOf: instant,
  })
  .meta({ id: 'FamilyRequests' })

export const familyRequestApi = {
  lineRequestGet: memberEndpoint('GET', '/api/line_request', {
    roles: ['lineUser'],
    summary: '回線を使う人が送ったお願いと、送れるお願い',
    query: z.object({ lineId }),
    result: lineRequests,
  }),

  lineRequestPost: memberEndpoint('POST', '/api/line_request', {
    roles: ['lineUser'],
    limit: 'attempts',
    summary: '契約者にお願いする',
    body: z.object({
      lineId,
      kind: z.enum(requestKinds, 'お願いすることを選んでください。'),
      optionCode: z.enum(optionCodes, 'オプションを選んでください。').optional(),
      note: words.optional(),
    }),
    result: lineRequests,
    errors: [
      'FAMILY_REQUEST_USERS_ONLY',
      'FAMILY_REQUEST_OPEN',
      'FAMILY_REQUESTS_FULL',
      'FAMILY_REQUEST_NOT_NEEDED',
    ],
  }),

  lineRequestDelete: memberEndpoint('DELETE', '/api/line_request', {
    roles: ['lineUser'],
    summary: '送ったお願いを取り消す',
    query: z.object({ lineId, requestId }),
    result: lineRequests,
    errors: ['FAMILY_REQUEST_USERS_ONLY', 'FAMILY_REQUEST_OVER'],
  }),

  familyRequestGet: memberEndpoint('GET', '/api/family/request', {
    roles: ['manager'],
    summary: 'ご家族からのお願い',
    query: z.object({
      /** What waits, without what is over. */
      only: z.enum(['open']).optional(),
    }),
    result: familyRequests,
  }),

  familyRequestAnswerPost: memberEndpoint('POST', '/api/family/request/answer', {
    roles: ['manager'],
    summary: 'ご家族からのお願いに、料金のかからない返事をする',
    body: z.object({
      requestId,
      answer: z.enum(freeAnswers, '返事を選んでください。'),
      reply: words.optional(),
    }),
    result: familyRequests,
    errors: [
      'FAMILY_REQUEST_OVER',
      'FAMILY_REQUEST_NOT_NEEDED',
      'CAP_NOT_SET',
      'CAP_NOT_SHARED',
      'LINE_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'HIGH_SPEED_CHANGED_RECENTLY',
    ],
  }),

  familyRequestPackPost: memberEndpoint('POST', '/api/family/request/pack', {
    limit: 'purchases',
    summary: 'ご家族からのお願いに、データを買って返事をする',
    body: z.object({ requestId, priceYen: yen }),
    result: familyRequests,
    errors: ['FAMILY_REQUEST_OVER', 'FAMILY_REQUEST_NOT_NEEDED', ...packRefusals, ...payBlocked],
  }),

  familyRequestOptionPost: memberEndpoint('POST', '/api/family/request/option', {
    limit: 'purchases',
    summary: 'ご家族からのお願いに、オプションを申し込んで返事をする',
    body: z.object({
      requestId,
      conditions: opaqueId,
      /** The terms as they were shown. */
      termsVersion: text(40),
    }),
    result: familyRequests,
    errors: [
      'FAMILY_REQUEST_OVER',
      'FAMILY_REQUEST_NOT_NEEDED',
      ...joinBlocked,
      'TERMS_OUTDATED',
      'CONDITIONS_CHANGED',
    ],
  }),
}
