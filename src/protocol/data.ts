import { bucketKinds, topUpCodes } from '#vocabulary/data.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  bucketId,
  bytes,
  cursor,
  instant,
  lineId,
  orderNo,
  masked,
  opaqueId,
  queryNumber,
  signedBytes,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { charge, lineName, nextBills, page, receipt, why } from './procedure.ts'

const bucketKind = z.enum(bucketKinds).meta({ id: 'BucketKind' })

const bucket = z
  .object({
    bucketId,
    kind: bucketKind,
    label: z.string(),
    grantedBytes: bytes,
    remainingBytes: bytes,
    grantedAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Bucket' })

/** The three-day rule of one line: the sum of the three days before today against its limit. */
const threeDayMeter = z
  .object({
    sumBytes: bytes,
    limitBytes: bytes,
    days: z.array(z.object({ date: tokyoDate, lowSpeedBytes: bytes })),
    state: z.enum(['normal', 'nearLimit', 'slowed']),
    /** The day on which it lifts by itself if nothing more is used. */
    liftsOn: tokyoDate.optional(),
  })
  .meta({ id: 'ThreeDayMeter' })

export const highSpeedLine = z
  .object({
    line: lineName,
    on: z.boolean(),
    /** What the line has now, whatever the switch says: an empty pool gives low speed too. */
    speed: z.enum(['high', 'low', 'slowed', 'stopped']),
    speedReason: z.enum(['pool', 'switchedOff', 'poolEmpty', 'threeDayRule', 'suspended']),
    changedAt: instant.optional(),
    changedBy: z.enum(['member', 'staff', 'system']).optional(),
    /** `freeFrom` is the instant from which it may be changed again (once a minute). */
    change: why,
    threeDay: threeDayMeter,
    history: z.array(
      z.object({
        at: instant,
        on: z.boolean(),
        by: z.enum(['member', 'staff', 'system']),
        state: z.enum(['requested', 'effective', 'failed']),
      }),
    ),
  })
  .meta({ id: 'HighSpeedLine' })

/** High-speed use of an average month: of the last three whole months, or of fewer where there were no more. */
export const averageUse = z
  .object({ months: z.int(), highSpeedBytes: bytes })
  .meta({ id: 'AverageUse' })

/** Where the month will end if use goes on as it does; `low` and `high` bound four cases of five. */
export const forecast = z
  .object({
    method: z.string(),
    expectedBytes: bytes,
    lowBytes: bytes,
    highBytes: bytes,
    /** The day the pool is expected to be empty; absent if it lasts. Four times of five it is not before the earliest nor after the latest. */
    emptyOn: tokyoDate.optional(),
    emptyEarliestOn: tokyoDate.optional(),
    emptyLatestOn: tokyoDate.optional(),
    shortageBytes: bytes,
    advice: z.object({
      action: z.enum(['none', 'topUp', 'largerSize', 'smallerSize', 'switchOff']),
      message: z.string(),
      path: z.string().optional(),
    }),
  })
  .meta({ id: 'Forecast' })

const notificationThreshold = z.object({
  unit: z.enum(['remainingBytes', 'usedPercent', 'chargesYen']),
  /** Bytes left, percent used (1–100), or yen of this month's extra charges. */
  value: z.int().min(1).max(1_000_000_000_000),
  enabled: z.boolean(),
})

const notificationSettings = {
  thresholds: z.array(notificationThreshold).max(10),
  channel: z.enum(['mail', 'none']),
}

/** Told when the data is used up, once for what was given last. */
const usedUp = z.boolean()

export const topUpPackId = z
  .enum(topUpCodes, 'チャージするデータ量を選んでください。')
  .meta({ id: 'TopUpPackId' })

export const dataApi = {
  highSpeedResidualGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/high_speed/residual',
    access: 'member',
    summary: '高速データ通信の残量（内訳と期限）',
    result: z
      .object({
        /** In the order in which they will be used. */
        buckets: z.array(bucket),
        totalBytes: bytes,
        grantedThisMonthBytes: bytes,
        usedThisMonthBytes: bytes,
        usedTodayBytes: bytes,
        nextExpiry: z.object({ at: instant, bytes }).optional(),
        nextGrant: z.object({ at: instant, bytes }).optional(),
        /** Several lines draw on it (シェアコース). */
        shared: z.boolean(),
        asOf: instant,
      })
      .meta({ id: 'Residual' }),
  }),

  highSpeedHistoryGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/high_speed/history',
    access: 'member',
    summary: '高速データ通信の付与と利用の記録',
    query: z.object({
      month: tokyoMonth.optional(),
      lineId: lineId.optional(),
      bucketId: bucketId.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 200).optional(),
    }),
    result: z
      .object({
        ...page(
          z.object({
            entryId: opaqueId,
            at: instant,
            kind: z.enum(['grant', 'use', 'adjust', 'expire', 'transfer']),
            bytes: signedBytes,
            balanceBytes: bytes,
            /** The bucket that received or paid. */
            bucketId,
            bucketKind,
            line: lineName.optional(),
            label: z.string(),
            provisional: z.boolean(),
          }),
        ),
        asOf: instant,
      })
      .meta({ id: 'LedgerPage' }),
  }),

  highSpeedStatusGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/high_speed/status',
    access: 'member',
    summary: '高速データ通信のオン・オフ',
    query: z.object({ lineId: lineId.optional() }),
    result: z.object({ lines: z.array(highSpeedLine), asOf: instant }),
  }),

  highSpeedStatusPut: endpoint({
    spec: '7.2 Data and lines',
    method: 'PUT',
    path: '/api/high_speed/status',
    access: 'member',
    summary: '高速データ通信を切り替える（1回線につき1分に1回まで）',
    body: z.object({ lineId, on: z.boolean() }),
    result: highSpeedLine,
    errors: ['HIGH_SPEED_CHANGED_RECENTLY', 'SUSPENDED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  highSpeedCouponGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/high_speed/coupon',
    access: 'member',
    summary: '販売中のデータチャージ',
    result: z.object({
      packs: z.array(
        z.object({
          packId: topUpPackId,
          name: z.string(),
          bytes,
          /** Carries over to the end of the third month after; otherwise ends with this month. */
          carries: z.boolean(),
          price: charge,
          priceYen: yen,
          expiresAt: instant,
          why,
        }),
      ),
      residualBytes: bytes,
      /** Top-ups this month, toward the alert in yen. */
      spentThisMonthYen: yen,
      /** Left of the month's ceiling, where the member has set one. */
      limitLeftYen: yen.optional(),
      /** Bought last, if it is still on sale: offered again with one press. */
      lastPackId: topUpPackId.optional(),
      /** Last day of a service whose end is booked; no `expiresAt` is later. */
      serviceEndsOn: tokyoDate.optional(),
      payment: z.object({ method: z.enum(['card']), label: masked, usable: z.boolean() }),
    }),
  }),

  highSpeedCouponBillsGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/high_speed/coupon/bills',
    access: 'member',
    summary: 'データチャージを買ったときの、これからの請求',
    query: z.object({ packId: topUpPackId }),
    result: z.object({ nextBills }),
    errors: ['TOP_UP_NOT_ON_SALE'],
  }),

  highSpeedCouponPost: endpoint({
    spec: '7.2 Data and lines',
    method: 'POST',
    path: '/api/high_speed/coupon',
    access: 'member',
    limit: 'purchases',
    summary: 'データチャージを購入する',
    body: z.object({ packId: topUpPackId, priceYen: yen }),
    result: z.object({
      receipt,
      bucket,
      paidYen: yen,
      totalBytes: bytes,
      /** Lines whose low speed is lifted by the purchase. */
      lifted: z.array(lineName),
    }),
    errors: [
      'TOP_UP_NOT_ON_SALE',
      'SPENDING_LIMIT_REACHED',
      'TOP_UP_LOCKED',
      'LOCK_LIFTING',
      'CONDITIONS_CHANGED',
      'PAYMENT_REFUSED',
      'PAYMENT_UNKNOWN',
      'CARD_MISSING',
      'UNPAID',
      'SUSPENDED',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
      'CONTRACT_NOT_ACTIVE',
    ],
  }),

  topUpReceiptGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/top_up/receipt',
    access: 'member',
    summary: 'データチャージの控え',
    query: z.object({ orderNo }),
    result: z
      .object({
        receipt,
        bucket,
        /** Of the pack now; the receipt itself stays. */
        state: z.enum(['usable', 'spent', 'expired']),
        paidYen: yen,
        billMonth: tokyoMonth,
        /** What was left the moment it was bought, the pack included; absent for one bought before this was kept. */
        residual: z
          .object({ buckets: z.array(bucket), totalBytes: bytes, usedThisMonthBytes: bytes })
          .optional(),
      })
      .meta({ id: 'TopUpReceipt' }),
  }),

  highSpeedResidualNotificationGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/high_speed/residual_notification',
    access: 'member',
    summary: 'データ残量のお知らせ設定',
    result: z.object({
      ...notificationSettings,
      usedUp,
      mailTo: masked,
      /** At most one notice per threshold and month. */
      sent: z.array(
        z.object({
          at: instant,
          unit: z.enum([...notificationThreshold.shape.unit.options, 'usedUp']),
          value: z.int(),
          message: z.string(),
        }),
      ),
    }),
  }),

  highSpeedResidualNotificationPut: endpoint({
    spec: '7.2 Data and lines',
    method: 'PUT',
    path: '/api/high_speed/residual_notification',
    access: 'member',
    summary: 'データ残量のお知らせ設定を変える',
    /** Without usedUp it stays as it is. */
    body: z.object({ ...notificationSettings, usedUp: usedUp.optional() }),
    result: z.object({ ...notificationSettings, usedUp: usedUp.optional() }),
  }),

  packetLogGet: endpoint({
    spec: '7.2 Data and lines',
    method: 'GET',
    path: '/api/packet/log',
    access: 'member',
    summary: 'データ通信の利用明細',
    query: z.object({
      lineId,
      from: tokyoDate,
      to: tokyoDate,
      cursor: cursor.optional(),
      limit: queryNumber(1, 1000).optional(),
    }),
    result: z
      .object({
        ...page(
          z.object({
            from: instant,
            to: instant,
            highSpeedBytes: bytes,
            lowSpeedBytes: bytes,
            provisional: z.boolean(),
            /** A later record of the carrier replaced the first figure. */
            correctedAt: instant.optional(),
            asOf: instant,
          }),
        ),
        line: lineName,
        totalHighSpeedBytes: bytes,
        totalLowSpeedBytes: bytes,
        asOf: instant,
      })
      .meta({ id: 'PacketLog' }),
  }),
}
