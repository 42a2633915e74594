import { lineStateWords } from '#vocabulary/states/line.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { highSpeedLine } from './data.ts'
import { memberEndpoint } from './endpoint.ts'
import { optionState } from './option.ts'
import { personal } from './personal.ts'
import {
  bytes,
  deviceId,
  iccidMasked,
  instant,
  lineId,
  masked,
  optionalText,
  orderNo,
  shownNumber,
  tokyoDate,
} from './primitives.ts'
import { lineName, planCode, simKind, simSize, why } from './procedure.ts'

export const lineStatus = z.enum(namesOf(lineStateWords)).meta({ id: 'LineStatus' })

export const suspensionReason = z.enum(suspensionReasons).meta({ id: 'SuspensionReason' })

/** One line, whole: what the contract names of it (decisions of the wire) and what its page shows. */
export const line = z
  .object({
    /** Number of the SIM kind, as the contract sample has it: 1 data, 2 data with SMS, 3 voice. */
    type: z.literal([1, 2, 3]),
    lineId,
    /** As LineName has it. */
    number: shownNumber,
    position: z.int(),
    status: lineStatus,
    statusLabel: z.string(),
    suspensionReason: suspensionReason.optional(),
    simSize,
    simKind,
    iccidMasked: iccidMasked.optional(),
    activatedOn: tokyoDate.optional(),
    endsOn: tokyoDate.optional(),
    nickname: personal('name', z.string()),
    /** The first line decides the price of the size. */
    first: z.boolean(),
  })
  .meta({ id: 'Line' })

const suspension = z.object({
  line,
  /** Orders and reads remain possible; calls and data do not. */
  state: z.enum(['requested', 'effective', 'lifted']),
  at: instant,
  message: z.string(),
})

export const lineApi = {
  statusLineGroupGet: memberEndpoint('GET', '/api/status/line_group', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'lines:read',
    summary: 'シェアしている回線',
    result: z
      .object({
        plan: planCode,
        planName: z.string(),
        shared: z.boolean(),
        maxLines: z.int(),
        poolBytes: bytes,
        lines: z.array(
          z.object({
            line,
            usedThisMonthBytes: bytes,
            usedTodayBytes: bytes,
            /** Part of this month’s use, in thousandths, rounded so that the group adds up to 1000. */
            sharePerMille: z.int().min(0).max(1000),
          }),
        ),
        add: why,
        asOf: instant,
      })
      .meta({ id: 'LineGroup' }),
  }),

  statusLineGet: memberEndpoint('GET', '/api/status/line', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'lines:read',
    summary: '回線の詳細',
    query: z.object({ lineId }),
    result: z
      .object({
        line,
        highSpeed: highSpeedLine,
        malwareBlock: z.boolean(),
        options: z.array(z.object({ optionCode, name: z.string(), state: optionState })),
        openOrders: z.array(
          z.object({
            orderNo,
            title: z.string(),
            stateLabel: z.string(),
            nextOn: tokyoDate.optional(),
          }),
        ),
        suspend: why,
        resume: why,
        history: z.array(z.object({ at: instant, label: z.string() })),
      })
      .meta({ id: 'LineDetail' }),
  }),

  statusDeviceGet: memberEndpoint('GET', '/api/status/device', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    summary: '回線で使っている端末',
    query: z.object({ lineId: lineId.optional() }),
    result: z.object({
      devices: z.array(
        z
          .object({
            deviceId,
            line: lineName,
            maker: z.string(),
            name: z.string(),
            imeiMasked: masked,
            firstSeenOn: tokyoDate,
            lastSeenAt: instant,
            esim: z.boolean(),
            volte: z.boolean(),
            tethering: z.boolean(),
            /** On the list of devices confirmed to work. */
            confirmed: z.boolean(),
          })
          .meta({ id: 'SeenDevice' }),
      ),
      asOf: instant,
    }),
  }),

  lineNicknamePut: memberEndpoint('PUT', '/api/line_nickname', {
    roles: ['manager'],
    summary: '回線に名前をつける（空にすると元に戻る）',
    body: z.object({ lineId, nickname: optionalText(20) }),
    result: line,
  }),

  lineSuspensionPost: memberEndpoint('POST', '/api/line_suspension', {
    roles: ['manager'],
    summary: '紛失した回線を止める',
    body: z.object({ lineId }),
    result: suspension,
    errors: ['ALREADY_SUSPENDED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  lineSuspensionDelete: memberEndpoint('DELETE', '/api/line_suspension', {
    summary: '紛失で止めた回線を再開する',
    query: z.object({ lineId }),
    result: suspension,
    errors: ['NOT_SUSPENDED_AS_LOST', 'UNPAID', 'CONTRACT_ENDED', 'SUCCESSION_OPEN'],
  }),

  malwareBlockStatusGet: memberEndpoint('GET', '/api/malware_block/status', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'lines:read',
    summary: '危険なサイトへの接続を止める設定',
    result: z.object({
      lines: z.array(
        z.object({
          line: lineName,
          /** On unless the member switched it off. */
          on: z.boolean(),
          changedAt: instant.optional(),
        }),
      ),
      asOf: instant,
    }),
  }),

  malwareBlockStatusPut: memberEndpoint('PUT', '/api/malware_block/status', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    summary: '危険なサイトへの接続を止める設定を変える',
    body: z.object({ lineId, on: z.boolean() }),
    result: z.object({ line: lineName, on: z.boolean(), changedAt: instant }),
    errors: ['LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),
}
