import { z } from 'zod'
import { commonDetails, defineProcedure } from '#backend/procedure/define.ts'
import { deviceClaimStates, type DeviceClaimState } from '#domain/device/claim-states.ts'
import { deviceRegisterStates } from '#domain/device/register-states.ts'
import {
  claimBases,
  claimRefusalReasons,
  damageCauses,
  registrationFaults,
  registrationFaultSentences,
} from '#vocabulary/device.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { claimPage } from '#vocabulary/pages.ts'
import { storyAad, typedImeiAad } from './rows.ts'

export type RegisterOrder = ReturnType<typeof deviceRegister.read>
export type ClaimOrder = ReturnType<typeof deviceClaim.read>

/** 端末の登録: compared with what the carrier sees the line's SIM in, who may answer late. */
export const deviceRegister = defineProcedure({
  names: ['deviceRegister'],
  machine: deviceRegisterStates,
  details: commonDetails.extend({
    deviceId: z.string(),
    /** The typed IMEI, sealed; none if the device that the SIM is in shall be registered, whichever it is. */
    imeiSealed: z.string().optional(),
    maker: z.string(),
    name: z.string(),
    purchasedOn: z.string().optional(),
    /** The device whose cover moves to this one. */
    fromDeviceId: z.string().optional(),
    termsVersion: z.string(),
    answer: z.enum(['accepted', 'rejected', 'unknown']).optional(),
    fault: z.enum(registrationFaults).optional(),
  }),
  sealed: ({ details: { imeiSealed, deviceId } }) => [
    { value: imeiSealed, aad: typedImeiAad(deviceId) },
  ],
  course: () => ['checking', 'registered'],
  words(order, state) {
    const { fault } = order.details
    if (state !== 'refused' || fault === undefined) return undefined
    return { label: '登録できず', sentence: registrationFaultSentences[fault] }
  },
  title: ({ details: { name } }) =>
    name === '' ? operationLabels.deviceRegister : `${operationLabels.deviceRegister}（${name}）`,
  pending: ({ state, details: { answer } }) =>
    state === 'checking' && answer === 'unknown'
      ? {
          key: 'checking',
          label: '返事を待っています',
          sentence:
            '設備からの返事を待っています。返事がありしだい登録し、お知らせします。何もしていただく必要はありません。',
        }
      : undefined,
  next: () => undefined,
  carrierServed: true,
  oneAtATime: ['deviceRegister'],
  whenContractEnded: () => ['withdrawn'],
  whenLineEnded: { event: 'withdrawn' },
})

/** 端末の修理・交換の請求. Claims that came in are carried through after the option and the contract have ended (article 10). */
export const deviceClaim = defineProcedure({
  names: ['deviceClaim'],
  machine: deviceClaimStates,
  details: commonDetails.extend({
    claimId: z.string(),
    deviceId: z.string(),
    deviceName: z.string(),
    basis: z.enum(claimBases),
    cause: z.enum(damageCauses),
    happenedOn: z.string(),
    /** The member's words, sealed. */
    storySealed: z.string(),
    feeYen: z.int(),
    termsVersion: z.string(),
    kind: z.enum(['repair', 'exchange']).optional(),
    /** The broken device has come in. */
    isWithUs: z.boolean().optional(),
    reason: z.literal(Object.keys(claimRefusalReasons).filter(isRefusalReason)).optional(),
    trackingNo: z.string().optional(),
  }),
  sealed: ({ details: { storySealed, claimId } }) => [
    { value: storySealed, aad: storyAad(claimId) },
  ],
  outlivesContract: true,
  course: ({ state, details: { kind, basis, isWithUs } }) =>
    kind === 'repair' || (kind === undefined && basis === 'cover' && state === 'awaiting_device')
      ? ['assessing', 'awaiting_device', 'repairing', 'repair_shipped', 'closed']
      : kind === undefined
        ? ['assessing', 'closed']
        : isWithUs
          ? ['assessing', 'repairing', 'exchange_preparing', 'exchange_shipped', 'closed']
          : ['assessing', 'exchange_preparing', 'exchange_shipped', 'return_awaited', 'closed'],
  words(order, state) {
    const { reason } = order.details
    if (state !== 'refused' || reason === undefined) return undefined
    return { label: 'お受けできず', sentence: claimRefusalReasons[reason] }
  },
  title: ({ details: { deviceName } }) => `${operationLabels.deviceClaim}（${deviceName}）`,
  next: ({ state, expected_on: on }) => {
    const label = dayNames[state]
    return label === undefined || on === null ? undefined : { label, on }
  },
  todo: ({ state }) => todos[state],
  page: ({ order_no: orderNo }) => ({
    label: '請求の内容と写真を見る',
    path: claimPage(orderNo),
  }),
  finishesOn: () => undefined,
  deadlines: (order) => {
    const label = dayNames[order.state]
    if (order.expected_on === null || label === undefined || todos[order.state] === undefined)
      return []
    return [
      {
        kind: 'delivery',
        title: `${label}：${order.details.deviceName}`,
        message: deviceClaimStates.words(order.state).sentence,
        at: order.expected_on,
        path: claimPage(order.order_no),
        orderNo: order.order_no,
      },
    ]
  },
  extras: ({ details: { trackingNo } }) =>
    trackingNo === undefined ? {} : { tracking: { carrierName: '配送会社', trackingNo } },
})

function isRefusalReason(text: string): text is keyof typeof claimRefusalReasons {
  return Object.hasOwn(claimRefusalReasons, text)
}

/** The label of a state's date; other states have none. */
const dayNames: Partial<Record<DeviceClaimState, string>> = {
  assessing: 'ご連絡の予定日',
  photographs_required: '写真をお送りいただく期限',
  awaiting_device: '端末をお送りいただく期限',
  return_awaited: '故障した端末を返送いただく期限',
}

const todos: Partial<Record<DeviceClaimState, string>> = {
  photographs_required: '写真を送る',
  awaiting_device: '端末の送り方を見る',
  return_awaited: '返送の方法を見る',
  return_missing: '返送の方法を見る',
}
