import { familyRoles } from '#vocabulary/family.ts'
import { bucketKinds } from '#vocabulary/data.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { HIGH_SPEED_STATUS_PATH } from './reading.ts'
import {
  bucketId,
  bytes,
  cursor,
  instant,
  lineId,
  opaqueId,
  queryNumber,
  signedBytes,
  tokyoDate,
  tokyoMonth,
} from './primitives.ts'
import { lineName, page, why } from './procedure.ts'
import { recordQuery } from './record-query.ts'

const bucketKind = z.enum(bucketKinds).meta({ id: 'BucketKind' })

export const bucket = z
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
    /** The speed now. It may be low with the switch on: the pool can be empty. */
    speed: z.enum(['high', 'low', 'slowed', 'stopped']),
    speedReason: z.enum([
      'pool',
      'switchedOff',
      'poolEmpty',
      'lineCap',
      'threeDayRule',
      'suspended',
      'notOpen',
    ]),
    /** What the holder lets the line use at high speed now, what was allowed for today counted in. */
    cap: z.object({ dayBytes: bytes.optional(), monthBytes: bytes.optional() }).optional(),
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

export const dataApi = {
  highSpeedResidualGet: memberEndpoint('GET', '/api/high_speed/residual', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'data:read',
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

  highSpeedHistoryGet: memberEndpoint('GET', '/api/high_speed/history', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'data:read',
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
        /** Hours of use of a line that has or had a user of its own are left out. */
        leavesOutUsers: z.boolean(),
        asOf: instant,
      })
      .meta({ id: 'LedgerPage' }),
  }),

  highSpeedStatusGet: memberEndpoint('GET', '/api/high_speed/status', {
    spec: '7.2 Data and lines',
    roles: familyRoles,
    scope: 'data:read',
    summary: '高速データ通信のオン・オフ',
    query: z.object({ lineId: lineId.optional() }),
    result: z.object({ lines: z.array(highSpeedLine), asOf: instant }),
  }),

  highSpeedStatusPut: memberEndpoint('PUT', HIGH_SPEED_STATUS_PATH, {
    spec: '7.2 Data and lines',
    roles: familyRoles,
    scope: 'data:switch',
    summary: '高速データ通信を切り替える（1回線につき1分に1回まで）',
    body: z.object({ lineId, on: z.boolean() }),
    result: highSpeedLine,
    errors: [
      'HIGH_SPEED_CHANGED_RECENTLY',
      'FAMILY_SPEED_ASK',
      'SUSPENDED',
      'LINE_NOT_ACTIVE',
      'CONTRACT_ENDED',
    ],
  }),

  packetLogGet: memberEndpoint('GET', '/api/packet/log', {
    spec: '7.2 Data and lines',
    roles: ['manager'],
    scope: 'usage:read',
    summary: 'データ通信の利用明細',
    query: z.object(recordQuery),
    errors: ['FAMILY_LINE_SECRET'],
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
