import { claimBases, damageCauses } from '#vocabulary/device.ts'
import { deviceClaimStateWords } from '#vocabulary/states/device.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import {
  agreed,
  count,
  deviceId,
  instant,
  masked,
  opaqueId,
  orderNo,
  ownPath,
  story,
  text,
  tokyoDate,
  yen,
} from './primitives.ts'
import { receipt, why } from './procedure.ts'

const claimState = z.enum(namesOf(deviceClaimStateWords)).meta({ id: 'DeviceClaimState' })
const cause = z.enum(damageCauses, '故障か破損かを選んでください。')
const basis = z.enum(claimBases).meta({ id: 'ClaimBasis' })

const photograph = z
  .object({
    photographId: opaqueId,
    /** As it is stored; the smaller one for lists. */
    path: ownPath,
    smallPath: ownPath,
    takenInAt: instant,
  })
  .meta({ id: 'ClaimPhotograph' })

export const claim = z
  .object({
    orderNo,
    deviceId,
    basis,
    basisLabel: z.string(),
    cause,
    causeLabel: z.string(),
    happenedOn: tokyoDate,
    /** What happened, in the member's words. */
    story: z.string(),
    /** Empty until it is decided which. */
    kind: z.enum(['repair', 'exchange']).optional(),
    state: claimState,
    stateLabel: z.string(),
    message: z.string(),
    final: z.boolean(),
    receivedOn: tokyoDate,
    feeYen: yen,
    /** Why it was not paid for, where it was not. */
    reason: z.string().optional(),
    trackingNo: z.string().optional(),
    photographs: z.array(photograph),
    canAddPhotographs: z.boolean(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'DeviceClaim' })

/** A device for which repair or exchange can be claimed, and whether it may be now. */
export const claimable = z.object({
  basis,
  basisLabel: z.string(),
  claim: why,
  claimsLeft: count,
  /** The year the claims are counted in; of the exchange option its whole time. */
  countedFrom: tokyoDate,
  countedUntil: tokyoDate,
})

/** What is asked before the description is written: it travels in addresses. */
const damaged = {
  deviceId,
  basis,
  cause,
  happenedOn: z
    .string('起きた日を入力してください。')
    .min(1, { error: '起きた日を入力してください。', abort: true })
    .pipe(tokyoDate),
}

export const deviceClaimApi = {
  assuredDeviceClaimGet: memberEndpoint('GET', '/api/assured_device/claim', {
    summary: '修理・交換の請求の確認',
    query: z.object(damaged),
    result: z
      .object({
        ...damaged,
        deviceName: z.string(),
        imeiMasked: masked,
        basisLabel: z.string(),
        causeLabel: z.string(),
        claimsLeft: count,
        feeYen: yen,
        /** By when we say whether it is repaired or exchanged. */
        answerBy: tokyoDate,
        notices: z.array(z.string()),
        terms: z.object({ version: z.string(), title: z.string(), path: ownPath }),
        why,
      })
      .meta({ id: 'ClaimEstimate' }),
  }),

  assuredDeviceClaimPost: memberEndpoint('POST', '/api/assured_device/claim', {
    limit: 'attempts',
    summary: '修理・交換を請求する',
    body: z.object({
      ...damaged,
      story: story(500, '詳しい状況を入力してください。'),
      termsVersion: text(40),
      agreed,
    }),
    result: receipt,
    errors: [
      'CLAIM_OPEN',
      'CLAIM_LIMIT_REACHED',
      'EXCHANGE_OPTION_USED',
      'COVER_ENDED',
      'CLAIM_TOO_LATE',
      'CLAIM_OUTSIDE_COVER',
      'MAKERS_WARRANTY_FIRST',
      'TERMS_OUTDATED',
      'CONTRACT_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
    ],
  }),

  assuredDeviceClaimDelete: memberEndpoint('DELETE', '/api/assured_device/claim', {
    summary: '修理・交換の請求を取り下げる',
    query: z.object({ orderNo }),
    result: receipt,
  }),

  assuredDevicePhotographsPost: memberEndpoint('POST', '/api/assured_device/photographs', {
    summary: '求められた写真を送り終えたと知らせる',
    body: z.object({ orderNo }),
    result: receipt,
    errors: ['PHOTOGRAPH_MISSING', 'CLAIM_TAKES_NO_PHOTOGRAPHS'],
  }),

  assuredDevicePhotographsDelete: memberEndpoint('DELETE', '/api/assured_device/photographs', {
    summary: '請求に添えた写真を消す',
    query: z.object({ photographId: opaqueId }),
    result: z.object({ orderNo }),
    errors: ['CLAIM_TAKES_NO_PHOTOGRAPHS'],
  }),
}
