import { imeiMistyped, isImei } from '#vocabulary/device.ts'
import { z } from 'zod'
import { claim, claimable } from './device-claim.ts'
import { memberEndpoint } from './endpoint.ts'
import { optionState } from './option.ts'
import {
  agreed,
  deviceId,
  instant,
  lineId,
  masked,
  optionalText,
  orderNo,
  ownPath,
  text,
  tokyoDate,
  typedDigits,
  yen,
} from './primitives.ts'
import { lineName, receipt, why } from './procedure.ts'

/** The 15 digits that name a device, the last of them a check digit; typed in any width, with hyphens or blanks. */
export const typedImei = typedDigits().pipe(
  z
    .string()
    .regex(/^\d{15}$/u, {
      error: 'IMEIを15桁の数字で入力してください。端末の設定画面で確認できます。',
      abort: true,
    })
    .refine(isImei, imeiMistyped),
)

export const deviceApi = {
  assuredDeviceSelectMenuGet: memberEndpoint('GET', '/api/assured_device/select_menu', {
    spec: '7.2 Contract',
    summary: '端末保証に入れる回線',
    result: z.object({
      lines: z.array(
        z.object({
          line: lineName,
          /** Of つながる端末保証 on the line. */
          state: optionState,
          join: why,
          /** Whether a device can be registered, or its cover moved to another. */
          move: why,
          monthlyYen: yen,
          /** What the carrier sees the SIM in; absent where it sees none or gives no answer. */
          seen: z.object({ maker: z.string(), name: z.string(), imeiMasked: masked }).optional(),
          /** The carrier gave no answer: that nothing is seen says nothing. */
          seenUnknown: z.boolean(),
          covered: z
            .object({ deviceId, maker: z.string(), name: z.string(), imeiMasked: masked })
            .optional(),
        }),
      ),
      /** Makers whose devices can be covered. */
      makers: z.array(z.string()),
      terms: z.object({ version: z.string(), title: z.string(), path: ownPath }),
      asOf: instant,
    }),
  }),

  assuredDeviceSelectMenuPost: memberEndpoint('POST', '/api/assured_device/select_menu', {
    spec: '7.2 Contract',
    limit: 'attempts',
    summary: '保証する端末を登録する、別の端末へ移す',
    body: z.object({
      lineId,
      /** Where the carrier names them, its words count. */
      maker: optionalText(40).optional(),
      name: optionalText(80).optional(),
      /** Absent: the device the SIM is in, which the carrier knows. */
      imei: typedImei.optional(),
      purchasedOn: tokyoDate.optional(),
      /** Set when cover moves from this device. */
      fromDeviceId: deviceId.optional(),
      termsVersion: text(40),
      /** It works, has no cracks, and was sold in Japan. */
      agreed,
    }),
    result: receipt.extend({ deviceId }),
    errors: [
      'DEVICE_NOT_COVERABLE',
      'OPTION_NOT_ACTIVE',
      'TERMS_OUTDATED',
      'REGISTRATION_OPEN',
      'SUSPENDED',
      'LINE_NOT_ACTIVE',
      'CONTRACT_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
    ],
  }),

  assuredDeviceRegistrationDelete: memberEndpoint('DELETE', '/api/assured_device/registration', {
    summary: '端末の登録の申し込みを取り下げる',
    query: z.object({ orderNo }),
    result: receipt,
  }),

  assuredDeviceListGet: memberEndpoint('GET', '/api/assured_device/list', {
    spec: '7.2 Contract',
    summary: '保証している端末と修理・交換の受付',
    result: z.object({
      devices: z.array(
        z
          .object({
            deviceId,
            line: lineName,
            maker: z.string(),
            name: z.string(),
            imeiMasked: masked,
            state: optionState,
            stateLabel: z.string(),
            coveredFrom: tokyoDate,
            coveredUntil: tokyoDate.optional(),
            warrantyUntil: tokyoDate.optional(),
            claimable,
            claims: z.array(claim),
          })
          .meta({ id: 'CoveredDevice' }),
      ),
      /** Bought from us: exchanged once within 24 months (端末交換オプション). */
      bought: z.array(
        z
          .object({
            deviceId,
            name: z.string(),
            imeiMasked: masked,
            claimable,
            claims: z.array(claim),
          })
          .meta({ id: 'BoughtDevice' }),
      ),
      /** Registrations that wait for the carrier's answer. */
      registering: z.array(
        z.object({ orderNo, line: lineName, stateLabel: z.string(), message: z.string() }),
      ),
      asOf: instant,
    }),
  }),

  assuredDeviceListDelete: memberEndpoint('DELETE', '/api/assured_device/list', {
    summary: '端末の登録を外す',
    query: z.object({ deviceId }),
    result: z.object({ deviceId, coveredUntil: tokyoDate }),
    errors: ['CLAIM_OPEN'],
  }),
}
