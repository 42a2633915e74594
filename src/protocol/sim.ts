import { reissueReasons, type SimSize } from '#vocabulary/line.ts'
import { z } from 'zod'
import { type Eid, typedEid } from './eid.ts'
import { memberEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import {
  agreed,
  instant,
  lineId,
  masked,
  optionalText,
  ownPath,
  phoneNumber,
  text,
  tokyoDate,
} from './primitives.ts'
import { confirmed, estimate, receipt, simKind, simSize } from './procedure.ts'

/** Why a SIM is replaced; a lost one may be ordered even while the line is stopped for loss. */
const reissueReason = z.enum(reissueReasons, '理由を選んでください。').meta({ id: 'ReissueReason' })

const simEstimate = estimate
  .extend({
    identityRequired: z.boolean(),
    numberChanges: z.boolean(),
    /** Absent for an eSIM, which is not sent. */
    delivery: z.object({ addressMasked: masked, expectedOn: tokyoDate }).optional(),
    /** The hours on offer for the switch-over, soonest first; empty where there is none to choose. */
    switchHours: z.array(instant),
  })
  .meta({ id: 'SimEstimate' })

const simReceipt = receipt
  .extend({ identity: identityCheck, switchAt: instant.optional() })
  .meta({ id: 'SimReceipt' })

const simWanted = { size: simSize, eid: typedEid.optional() }

type SimWanted = { size: SimSize; eid?: Eid | undefined }

const hasEidIfEsim = (wanted: SimWanted) => wanted.size !== 'esim' || wanted.eid !== undefined

const wantsEsim = z.object({ size: z.literal('esim'), eid: z.undefined().optional() })

const eidMissing = {
  path: ['eid'],
  error: 'eSIMには端末のEID（32桁）が必要です。端末の設定画面で確認して入力してください。',
  /** Said together with what else is missing: a form names everything at once. */
  when: ({ value }: { value: unknown }) => wantsEsim.safeParse(value).success,
}

/** Refusals of every SIM order: the exclusion matrix, and what the carrier may answer. */
const orderRefusals = [
  'UNPAID',
  'SUSPENDED',
  'SIM_ORDER_OPEN',
  'KIND_CHANGE_OPEN',
  'MNP_NUMBER_LIVE',
  'CANCELLATION_BOOKED',
  'CONTRACT_NOT_ACTIVE',
  'CONTRACT_ENDED',
  'SUCCESSION_OPEN',
  'CONDITIONS_CHANGED',
  'EID_IN_USE',
  'SIM_CHANGE_LOCKED',
  'LOCK_LIFTING',
] as const

const changeRefusals = [...orderRefusals, 'LINE_NOT_ACTIVE', 'SWITCH_HOUR_NOT_OFFERED'] as const

export const simApi = {
  simAddCostGet: memberEndpoint('GET', '/api/sim_add/cost', {
    spec: '7.2 SIM',
    scope: 'contract:read',
    summary: 'SIMを追加するときの費用と日程',
    query: z.object({ kind: simKind, size: simSize }),
    result: simEstimate,
  }),

  simAddContractGet: memberEndpoint('GET', '/api/sim_add/contract', {
    spec: '7.2 SIM',
    summary: 'SIMの追加に適用される規約',
    result: z
      .object({
        version: z.string(),
        title: z.string(),
        revisedOn: tokyoDate,
        path: ownPath,
        /** The points that must be understood before agreeing. */
        summary: z.array(z.object({ heading: z.string(), body: z.string() })),
      })
      .meta({ id: 'Terms' }),
  }),

  simAddPost: memberEndpoint('POST', '/api/sim_add', {
    spec: '7.2 SIM',
    proof: 'secondFactor',
    limit: 'purchases',
    summary: 'SIMを追加する',
    body: z
      .object({
        ...confirmed,
        kind: simKind,
        ...simWanted,
        nickname: optionalText(20).optional(),
        termsVersion: text(40),
        agreed,
      })
      .refine(hasEidIfEsim, eidMissing),
    result: simReceipt,
    errors: [
      ...orderRefusals,
      'LINE_LIMIT_REACHED',
      'PLAN_NOT_SHAREABLE',
      'BOOKED_PLAN_NOT_SHAREABLE',
      'TERMS_OUTDATED',
    ],
  }),

  simChangeSizeInitialCostGet: memberEndpoint('GET', '/api/sim_change/size/initial_cost', {
    spec: '7.2 SIM',
    scope: 'contract:read',
    summary: 'SIMのサイズ変更・再発行の費用と日程',
    query: z.object({ lineId, size: simSize, reason: reissueReason }),
    result: simEstimate,
  }),

  simChangeSizeRegisterPost: memberEndpoint('POST', '/api/sim_change/size/register', {
    spec: '7.2 SIM',
    proof: 'secondFactor',
    limit: 'purchases',
    summary: 'SIMのサイズ変更・再発行を申し込む',
    body: z
      .object({
        ...confirmed,
        lineId,
        reason: reissueReason,
        ...simWanted,
        switchAt: instant.optional(),
      })
      .refine(hasEidIfEsim, eidMissing),
    result: simReceipt,
    errors: changeRefusals,
  }),

  simChangeTypeInitialCostGet: memberEndpoint('GET', '/api/sim_change/type/initial_cost', {
    spec: '7.2 SIM',
    scope: 'contract:read',
    summary: 'SIMの種別変更の費用と日程',
    query: z.object({ lineId, kind: simKind, size: simSize }),
    result: simEstimate,
  }),

  simChangeTypeRegisterPost: memberEndpoint('POST', '/api/sim_change/type/register', {
    spec: '7.2 SIM',
    proof: 'secondFactor',
    limit: 'purchases',
    summary: 'SIMの種別変更を申し込む',
    body: z
      .object({
        ...confirmed,
        lineId,
        kind: simKind,
        ...simWanted,
        switchAt: instant.optional(),
        /** The number changes or is lost: read and agreed. */
        agreed,
      })
      .refine(hasEidIfEsim, eidMissing),
    result: simReceipt,
    errors: [...changeRefusals, 'KIND_UNCHANGED'],
  }),

  esimActivationGet: memberEndpoint('GET', '/api/esim/activation', {
    proof: 'secondFactor',
    knownDevice: true,
    summary: 'eSIMのアクティベーションコード',
    query: z.object({ lineId }),
    result: z
      .object({
        lineId,
        number: phoneNumber,
        /** `LPA:1$<address>$<matching id>`: also what the QR code holds (GSMA SGP.22). */
        activationCode: z.string().regex(/^LPA:1\$[^$]+\$[^$]*/u),
        smdpAddress: z.string(),
        matchingId: z.string(),
        /** The activation code as a QR drawing, an `<svg>` element without script, for pages that have none. */
        qrSvg: z.string(),
        expiresAt: instant.optional(),
        installedAt: instant.optional(),
      })
      .meta({ id: 'EsimActivation' }),
    errors: ['ESIM_NOT_READY', 'SUSPENDED'],
  }),
}
