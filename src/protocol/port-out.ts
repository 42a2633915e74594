import { portOutStateWords } from '#vocabulary/states/port-out.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { personal } from './personal.ts'
import {
  agreed,
  instant,
  lineId,
  masked,
  opaqueId,
  orderNo,
  text,
  tokyoDate,
  webUrl,
  yen,
} from './primitives.ts'
import { confirmed, estimate, lineName, receipt, totals, why } from './procedure.ts'

/** Ten digits; screens show them as XX-XXX-XXXXX. */
/** With it a number leaves: staff are not shown it. */
const mnpNumber = personal(
  'key',
  z
    .string()
    .regex(/^(?:\d{10}|＊{10})$/u)
    .meta({ id: 'MnpNumber' }),
)

const portOutRequest = z
  .object({
    requestNo: orderNo,
    state: z.enum(namesOf(portOutStateWords)).exclude(['none']),
    stateLabel: z.string(),
    requestedAt: instant,
    /** It is on hold until then, because it was requested from a new device. */
    heldUntil: instant.optional(),
    number: mnpNumber.optional(),
    issuedOn: tokyoDate.optional(),
    /** Last valid day: the 15th, the day of issue (of the consent, one-stop) counted. */
    expiresOn: tokyoDate.optional(),
    /** From when a new number may be had, once this one has expired. */
    nextFrom: tokyoDate.optional(),
    portedOutOn: tokyoDate.optional(),
    refusal: z.string().optional(),
    /** A one-stop hand-off: the receiving carrier; no number is issued. */
    receiverName: z.string().optional(),
  })
  .meta({ id: 'PortOutRequest' })

const oneStopRequest = {
  /** Single-use, from the receiving carrier’s order page. */
  token: text(512),
  returnUrl: webUrl,
}

const oneStopReceipt = receipt.extend({ redirectUrl: webUrl }).meta({ id: 'OneStopReceipt' })

const refusals = [
  'NOT_VOICE_LINE',
  'UNPAID',
  'SUSPENDED',
  'SIM_ORDER_OPEN',
  'KIND_CHANGE_OPEN',
  'MNP_NUMBER_LIVE',
  'MNP_NUMBER_COOLDOWN',
  'LINE_NOT_ACTIVE',
  'CONTRACT_ENDED',
  'SUCCESSION_OPEN',
  'CONDITIONS_CHANGED',
  'PORT_OUT_LOCKED',
  'LOCK_LIFTING',
] as const

export const portOutApi = {
  portOutPossibleListGet: memberEndpoint('GET', '/api/port_out/possible_list', {
    spec: '7.2 Port-out',
    summary: 'MNP転出できる回線、できない理由',
    result: z.object({
      lines: z.array(
        z.object({ line: lineName, ...why.shape, request: portOutRequest.optional() }),
      ),
      asOf: instant,
    }),
  }),

  portOutPaymentGet: memberEndpoint('GET', '/api/port_out/payment', {
    spec: '7.2 Port-out',
    scope: 'contract:read',
    summary: 'MNP転出の費用',
    query: z.object({ lineId }),
    result: estimate
      .extend({
        /** Web fee: 0. */
        feeYen: yen,
        unpaidYen: yen,
        /** A bill is overdue, also where its amount is not known. */
        isUnpaid: z.boolean(),
        remainingInstalmentsYen: yen,
        /** The month of the port is charged in full. */
        finalBill: totals,
        consequences: z.array(z.string()),
        validDays: z.int(),
      })
      .meta({ id: 'PortOutPayment' }),
  }),

  portOutIssuanceRequestPost: memberEndpoint('POST', '/api/port_out/issuance_request', {
    spec: '7.2 Port-out',
    proof: 'secondFactor',
    limit: 'attempts',
    summary: 'MNP予約番号の発行を申し込む',
    body: z.object({ ...confirmed, lineId, agreed }),
    result: portOutRequest.extend({ receipt }).meta({ id: 'PortOutReceipt' }),
    errors: refusals,
  }),

  portOutOneStopGet: memberEndpoint('GET', '/api/port_out/one_stop', {
    limit: 'attempts',
    summary: 'MNPワンストップの申し込みの確認',
    query: z.object(oneStopRequest),
    result: z
      .object({
        receiverName: z.string(),
        numberMasked: masked,
        line: lineName,
        ...why.shape,
        payment: z.object({
          feeYen: yen,
          unpaidYen: yen,
          isUnpaid: z.boolean(),
          remainingInstalmentsYen: yen,
        }),
        consequences: z.array(z.string()),
        /** Until when one may consent. */
        expiresAt: instant,
        /** Last day on which a consent of today counts, if the receiving carrier does not open the line before. */
        consentExpiresOn: tokyoDate,
        conditions: opaqueId,
        /** The member has consented with this token: what was accepted, and the way back. */
        consented: oneStopReceipt.optional(),
        asOf: instant,
      })
      .meta({ id: 'OneStopRequest' }),
    errors: ['HANDOFF_TOKEN_INVALID', 'RETURN_URL_NOT_ALLOWED'],
  }),

  portOutOneStopPost: memberEndpoint('POST', '/api/port_out/one_stop', {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: 'MNPワンストップに同意して、移転先へ戻る',
    body: z.object({ ...oneStopRequest, ...confirmed, agreed }),
    result: oneStopReceipt,
    errors: [...refusals, 'HANDOFF_TOKEN_INVALID', 'RETURN_URL_NOT_ALLOWED'],
  }),
}
