import { z } from 'zod'
import { lineKinds } from '#vocabulary/line.ts'
import type { OutsideSystem } from './operation.ts'
import { instant, orderId, phoneNumber, reported } from './words.ts'

export const lineRef = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/)
  .meta({ description: 'Given by the portal with the first order for a line' })
export const lineKind = z.enum(lineKinds)
export const cardSize = z.enum(['standard', 'micro', 'nano'])
export const speedMode = z.enum(['high', 'low', 'throttled'])
export const suspension = z.enum(['lost', 'unpaid', 'fraud'])
export const lineService = z.enum([
  'malware-block',
  'voicemail',
  'call-waiting',
  'forwarding',
  'international-stop',
  'flat-rate',
  'filtering',
])
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const facts = z.record(z.string(), z.unknown())

const inForce = {
  highSpeedOn: z.boolean(),
  speedMode,
  suspendedFor: z.array(z.string()),
  services: z.record(z.string(), z.boolean()),
}

export const carrierLine = z.object({
  lineRef: z.string(),
  number: z.string(),
  kind: lineKind,
  simKind: z.enum(['physical', 'esim']),
  simSize: cardSize.nullable(),
  iccid: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  device: facts.meta({ description: 'What the network sees the SIM in: maker, name, imei; or {}' }),
  ...inForce,
  state: z.enum(['active', 'suspended', 'terminated']),
})

export const lineCommandAnswer = z.object({
  lineRef: z.string(),
  orderId: z.string(),
  effectiveAt: instant,
  ...inForce,
})

/** The bodies of the line commands, by their paths. */
export const lineCommands = {
  highSpeed: z.strictObject({ orderId, on: z.boolean() }),
  speedPolicy: z.strictObject({ orderId, mode: speedMode }),
  suspend: z.strictObject({ orderId, reason: suspension }),
  service: z.strictObject({
    orderId,
    on: z.boolean(),
    forwardTo: phoneNumber.optional().meta({ description: 'Of forwarding only' }),
  }),
}

const orderBase = { orderId, lineRef }
const proof = {
  mnpNumber: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
  oneStopToken: z.string().max(100).optional(),
}
const hasOneProof = (given: { mnpNumber?: string; oneStopToken?: string }) =>
  (given.mnpNumber === undefined) !== (given.oneStopToken === undefined)
const oneProof = 'either mnpNumber or oneStopToken'

const simOrder = {
  ...orderBase,
  toKind: lineKind,
  number: phoneNumber.optional(),
  shipTo: z.record(z.string(), z.string()).optional(),
  /** A number that comes from another carrier, and what that carrier has given for it. */
  portIn: z
    .strictObject({ number: phoneNumber, ...proof })
    .refine(hasOneProof, oneProof)
    .optional(),
}
const purpose = z.enum(['new', 'reissue', 'size-change', 'kind-change'])
const eid = z.string().regex(/^\d{32}$/)
const moveOrder = { ...orderBase, forOrderId: orderId }
const switchOrder = { ...orderBase, forOrderId: orderId, at: instant.optional() }

/** What the portal orders, by kind. */
export const carrierOrders = {
  issueSim: z.strictObject({
    ...simOrder,
    kind: z.literal('issue-sim'),
    simSize: cardSize,
    purpose,
  }),
  issueEsim: z.strictObject({ ...simOrder, kind: z.literal('issue-esim'), eid, purpose }),
  changeKind: z
    .strictObject({
      ...simOrder,
      kind: z.literal('change-kind'),
      simSize: cardSize.optional(),
      eid: eid.optional(),
    })
    .refine((order) => (order.simSize === undefined) !== (order.eid === undefined), {
      message: 'either simSize or eid',
    }),
  switchOver: z.strictObject({ ...switchOrder, kind: z.literal('switch-over') }),
  portInComplete: z
    .strictObject({
      ...switchOrder,
      kind: z.literal('port-in-complete'),
      number: phoneNumber,
      ...proof,
    })
    .refine(hasOneProof, oneProof),
  /** An eSIM for whichever phone reads its code; nothing is switched over by it. */
  moveProfile: z.strictObject({ ...orderBase, kind: z.literal('move-profile') }),
  moveSwitch: z.strictObject({ ...moveOrder, kind: z.literal('move-switch') }),
  moveBack: z.strictObject({ ...moveOrder, kind: z.literal('move-back') }),
  moveCancel: z.strictObject({ ...moveOrder, kind: z.literal('move-cancel') }),
  terminate: z.strictObject({ ...orderBase, kind: z.literal('terminate'), at: instant }),
  /** The line goes on under another name, for another contract; number and SIM stay. */
  handOver: z.strictObject({
    ...orderBase,
    kind: z.literal('hand-over'),
    toLineRef: lineRef,
    at: instant,
  }),
  mnpNumber: z.strictObject({ ...orderBase, kind: z.literal('mnp-number') }),
  cancel: z.strictObject({ ...orderBase, kind: z.literal('cancel'), forOrderId: orderId }),
}

const carrierOrder = z.discriminatedUnion('kind', [
  carrierOrders.issueSim,
  carrierOrders.issueEsim,
  carrierOrders.changeKind,
  carrierOrders.switchOver,
  carrierOrders.portInComplete,
  carrierOrders.moveProfile,
  carrierOrders.moveSwitch,
  carrierOrders.moveBack,
  carrierOrders.moveCancel,
  carrierOrders.terminate,
  carrierOrders.handOver,
  carrierOrders.mnpNumber,
  carrierOrders.cancel,
])

const accepted = z.object({
  orderId: z.string(),
  kind: z.string(),
  lineRef: z.string(),
  state: z.literal('accepted'),
  acceptedAt: instant,
})

export const knownOrder = z.object({
  orderId: z.string(),
  kind: z.string(),
  lineRef: z.string(),
  state: z.string(),
  events: z.array(z.object({ eventId: z.string(), state: z.string(), at: instant, facts })),
  facts: facts.meta({ description: 'Those of all events, the later ones over the earlier' }),
})

export const usageRecord = z.object({
  recordId: z.string(),
  lineRef: z.string(),
  from: instant,
  to: instant,
  highBytes: z.int().min(0),
  lowBytes: z.int().min(0),
  revision: z.int().min(1),
})

export const callRecord = z.object({
  recordId: z.string(),
  lineRef: z.string(),
  kind: z.enum(['voice', 'sms']),
  startedAt: instant,
  durationSeconds: z.int().nullable(),
  characters: z.int().nullable(),
  destination: z.string(),
  destinationKind: z.string(),
  viaTalk: z.boolean(),
  revision: z.int(),
})

export const usageTotal = z.object({
  lineRef: z.string(),
  month,
  highBytes: z.int().min(0),
  lowBytes: z.int().min(0),
  records: z.int().min(0),
  asOf: instant,
})

export const oneStopToken = z.object({
  token: z.string(),
  number: phoneNumber,
  receivingCarrier: z.string(),
  returnUrl: z.url(),
  expiresAt: instant,
  state: z.enum(['waiting', 'consented', 'declined', 'expired']),
})

export const oneStopConsent = z.strictObject({
  orderId,
  token: z.string(),
  lineRef,
  result: z.enum(['consented', 'declined']),
})

export const oneStopConsentAnswer = z.object({
  token: z.string(),
  state: z.enum(['consented', 'declined']),
  redirectUrl: z.string(),
})

/** The page of the carrier that a number comes from. */
export const portInRequest = z.strictObject({
  number: phoneNumber,
  returnUrl: z.url(),
  state: z.string().max(200),
})
export const portInBegun = z.object({ startUrl: z.url().max(2048) })

const ofLine = z.object({ lineRef })
const feedHeaders = {
  'X-Next-Cursor': 'Given as `after` next time',
  'X-More': '`true` while more lies ready',
  'X-Through': 'The hours before this instant have passed',
}
const feedQuery = z.object({
  after: z.string().optional(),
  limit: z
    .string()
    .regex(/^\d+$/)
    .optional()
    .meta({ description: '1 to 100000; 10000 without it' }),
  until: instant.optional(),
})

/** A command takes effect at once; the method and path are the command's, all else is the same. */
function command(method: 'PUT' | 'POST', path: string, summary: string, body: z.ZodType) {
  const parameters = path.includes('{service}') ? ofLine.extend({ service: lineService }) : ofLine
  return {
    method,
    path: `/lines/{lineRef}/${path}`,
    summary,
    isSecret: true,
    parameters,
    body,
    answers: { 200: { schema: lineCommandAnswer } },
    refusals: {
      400: ['MALFORMED'],
      404: ['LINE_UNKNOWN'],
      409: ['ORDER_ID_REUSED', 'LINE_TERMINATED'],
    },
  } as const
}

function feed<Row extends z.ZodType>(path: string, summary: string, row: Row) {
  return {
    method: 'GET',
    path,
    summary,
    isSecret: true,
    parameters: feedQuery,
    answers: { 200: { schema: row, media: 'application/x-ndjson', headers: feedHeaders } },
    refusals: { 400: ['MALFORMED'] },
  } as const
}

export const carrier = {
  name: 'carrier',
  title: 'Carrier',
  description: 'Lines, orders, usage and call records, and numbers that come and go.',
  operations: {
    line: {
      method: 'GET',
      path: '/lines/{lineRef}',
      summary: 'What a line is, and what is in force on it',
      isSecret: true,
      parameters: ofLine,
      answers: { 200: { schema: carrierLine } },
      refusals: { 404: ['LINE_UNKNOWN'] },
    },
    highSpeed: command('PUT', 'high-speed', "The member's switch", lineCommands.highSpeed),
    speedPolicy: command('PUT', 'speed-policy', 'What the pool allows', lineCommands.speedPolicy),
    suspend: command('POST', 'suspend', 'No traffic and no calls', lineCommands.suspend),
    resume: command('POST', 'resume', 'One reason less', lineCommands.suspend),
    service: command('PUT', 'services/{service}', 'A service on a line', lineCommands.service),
    order: {
      method: 'POST',
      path: '/orders',
      summary: 'What takes its time: accepted or refused at once, then reported state by state',
      isSecret: true,
      body: carrierOrder,
      answers: { 202: { schema: accepted } },
      refusals: {
        400: ['MALFORMED'],
        409: ['ORDER_ID_REUSED'],
        422: [
          'LINE_UNKNOWN',
          'LINE_TERMINATED',
          'ORDER_UNKNOWN',
          'NOT_READY',
          'TOO_LATE',
          'NOT_A_VOICE_LINE',
          'NUMBER_LIVE',
          'MNP_NUMBER_UNKNOWN',
          'MNP_NUMBER_EXPIRED',
          'MNP_NAME_DIFFERS',
        ],
      },
    },
    findOrder: {
      method: 'GET',
      path: '/orders/{orderId}',
      summary: 'What became of an order so far',
      isSecret: true,
      parameters: z.object({ orderId }),
      answers: { 200: { schema: knownOrder } },
      refusals: { 404: ['ORDER_UNKNOWN'] },
    },
    usage: feed('/usage', 'Usage of all lines, hour by hour, append-only', usageRecord),
    calls: feed('/calls', 'Calls and SMS of all lines, append-only', callRecord),
    usageTotal: {
      method: 'GET',
      path: '/usage/total',
      summary: 'The sum of what the feed has said of a line and a month',
      isSecret: true,
      parameters: z.object({ lineRef, month }),
      answers: { 200: { schema: usageTotal } },
      refusals: { 400: ['MALFORMED'] },
    },
    oneStopToken: {
      method: 'GET',
      path: '/one-stop/tokens/{token}',
      summary: 'What a member who comes from the receiving carrier is asked to consent to',
      isSecret: true,
      parameters: z.object({ token: z.string() }),
      answers: { 200: { schema: oneStopToken } },
      refusals: { 404: ['TOKEN_UNKNOWN'] },
    },
    oneStopConsent: {
      method: 'POST',
      path: '/one-stop/consents',
      summary: 'The member lets the number go, or does not',
      isSecret: true,
      body: oneStopConsent,
      answers: { 200: { schema: oneStopConsentAnswer } },
      refusals: {
        400: ['MALFORMED'],
        404: ['TOKEN_UNKNOWN', 'LINE_UNKNOWN'],
        409: ['ORDER_ID_REUSED', 'TOKEN_SPENT'],
        410: ['TOKEN_EXPIRED'],
        422: ['NUMBER_DIFFERS', 'LINE_TERMINATED'],
      },
    },
    portIn: {
      method: 'POST',
      path: '/port-in/one-stop',
      summary: 'Where the owner of a number consents to bringing it along',
      isSecret: true,
      body: portInRequest,
      answers: { 201: { schema: portInBegun } },
      refusals: { 400: ['MALFORMED'], 422: ['RETURN_URL_REFUSED'] },
    },
  },
  reports: {
    order: {
      summary: 'Every state of an order',
      body: z.object({
        ...reported,
        type: z.literal('order'),
        orderId: z.string(),
        lineRef: z.string(),
        kind: z.string(),
        state: z.string(),
        facts,
      }),
    },
    usage: {
      summary: 'A usage record that is in the feed too: a hint that there is news',
      body: z.object({ ...reported, type: z.literal('usage'), record: usageRecord }),
    },
  },
} as const satisfies OutsideSystem
