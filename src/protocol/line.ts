import { callKinds } from '#vocabulary/call.ts'
import { lineStateWords } from '#vocabulary/states/line.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { averageUse, forecast, highSpeedLine } from './data.ts'
import { endpoint } from './endpoint.ts'
import { optionState } from './option.ts'
import {
  bytes,
  cursor,
  deviceId,
  iccidMasked,
  instant,
  lineId,
  masked,
  opaqueId,
  optionalText,
  orderNo,
  phoneNumber,
  queryNumber,
  tenthsYen,
  tokyoDate,
  tokyoMonth,
  queryFlag,
} from './primitives.ts'
import { lineName, page, planCode, simKind, simSize, taxBasis, why } from './procedure.ts'

const lineStatus = z.enum(namesOf(lineStateWords)).meta({ id: 'LineStatus' })

export const suspensionReason = z.enum(suspensionReasons).meta({ id: 'SuspensionReason' })

/** One line, whole: what the contract names of it (decisions of the wire) and what its page shows. */
export const line = z
  .object({
    /** Number of the SIM kind, as the contract sample has it: 1 data, 2 data with SMS, 3 voice. */
    type: z.literal([1, 2, 3]),
    lineId,
    number: phoneNumber,
    status: lineStatus,
    statusLabel: z.string(),
    suspensionReason: suspensionReason.optional(),
    simSize,
    simKind,
    iccidMasked: iccidMasked.optional(),
    activatedOn: tokyoDate.optional(),
    endsOn: tokyoDate.optional(),
    nickname: z.string(),
    /** The first line decides the price of the size. */
    first: z.boolean(),
  })
  .meta({ id: 'Line' })

/** High-speed volumes here are what was taken from the data: less than the line took in an hour in which it ran out. */
const daily = z
  .object({
    date: tokyoDate,
    highSpeedBytes: bytes,
    lowSpeedBytes: bytes,
    provisional: z.boolean(),
  })
  .meta({ id: 'DailyUsage' })

const monthly = z
  .object({
    month: tokyoMonth,
    highSpeedBytes: bytes,
    lowSpeedBytes: bytes,
    grantedBytes: bytes,
    /** Left from before and given in the month: what could be used in it. Of the whole contract, where it was asked for. */
    usableBytes: bytes.optional(),
    provisional: z.boolean(),
  })
  .meta({ id: 'MonthlyUsage' })

const usageOf = {
  today: daily,
  thisMonth: monthly,
  /** At least 31 days, oldest first, today last. */
  days: z.array(daily),
  /** 13 months, oldest first, this month last. */
  months: z.array(monthly),
}

const suspension = z.object({
  line,
  /** Orders and reads remain possible; calls and data do not. */
  state: z.enum(['requested', 'effective', 'lifted']),
  at: instant,
  message: z.string(),
})

export const lineApi = {
  statusLineGroupGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/status/line_group',
    access: 'member',
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

  statusLineGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/status/line',
    access: 'member',
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

  statusUsageGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/status/usage',
    access: 'member',
    summary: 'データ利用量（日別・月別・今月の見込み）',
    query: z.object({
      lineId: lineId.optional(),
      /** Also what could be used in each month. */
      usable: z.enum(['true']).optional(),
    }),
    result: z
      .object({
        /** The whole contract, or the one line that was asked for. */
        ...usageOf,
        lines: z.array(z.object({ line: lineName, ...usageOf })),
        /** Of the whole contract; absent before its first whole month, and where one line was asked for. */
        averageUse: averageUse.optional(),
        /** Of the contract’s pool; absent without data, without enough days, and where one line was asked for. */
        forecast: forecast.optional(),
        asOf: instant,
      })
      .meta({ id: 'Usage' }),
  }),

  statusDeviceGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/status/device',
    access: 'member',
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

  lineNicknamePut: endpoint({
    spec: 'ours',
    method: 'PUT',
    path: '/api/line_nickname',
    access: 'member',
    summary: '回線に名前をつける（空にすると元に戻る）',
    body: z.object({ lineId, nickname: optionalText(20) }),
    result: line,
  }),

  lineSuspensionPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/line_suspension',
    access: 'member',
    summary: '紛失した回線を止める',
    body: z.object({ lineId }),
    result: suspension,
    errors: ['ALREADY_SUSPENDED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  lineSuspensionDelete: endpoint({
    spec: 'ours',
    method: 'DELETE',
    path: '/api/line_suspension',
    access: 'member',
    summary: '紛失で止めた回線を再開する',
    query: z.object({ lineId }),
    result: suspension,
    errors: ['NOT_SUSPENDED_AS_LOST', 'UNPAID', 'CONTRACT_ENDED', 'SUCCESSION_OPEN'],
  }),

  callLogGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/call/log',
    access: 'member',
    summary: '通話とSMSの利用明細',
    query: z.object({
      lineId,
      from: tokyoDate,
      to: tokyoDate,
      /** The other party's number complete, by explicit wish only. */
      unmasked: queryFlag.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 1000).optional(),
    }),
    result: z
      .object({
        ...page(
          z.object({
            recordId: opaqueId,
            at: instant,
            kind: z.enum(callKinds),
            /** Only where `unmasked` was asked for; still hidden for records of which the number was not kept. */
            to: z.string().optional(),
            /** The other party with its last digits hidden. */
            toMasked: masked,
            durationSeconds: z.int().min(0).optional(),
            messages: z.int().min(0).optional(),
            amountTenthsYen: tenthsYen,
            tax: taxBasis,
            /** Seconds free of charge under 10分かけ放題. */
            freeSeconds: z.int().min(0).optional(),
            explanation: z.string(),
            /** The rate row and its date, seconds to units to yen, and why the flat rate did or did not apply. */
            reckoning: z.array(z.string()),
            provisional: z.boolean(),
          }),
        ),
        line: lineName,
        totalAmountTenthsYen: tenthsYen,
        totalDurationSeconds: z.int().min(0),
        asOf: instant,
      })
      .meta({ id: 'CallLog' }),
  }),

  malwareBlockStatusGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/malware_block/status',
    access: 'member',
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

  malwareBlockStatusPut: endpoint({
    spec: '7.2 Data and lines',
    method: 'PUT',
    path: '/api/malware_block/status',
    access: 'member',
    summary: '危険なサイトへの接続を止める設定を変える',
    body: z.object({ lineId, on: z.boolean() }),
    result: z.object({ line: lineName, on: z.boolean(), changedAt: instant }),
    errors: ['LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),
}
