import { topUpCodes } from '#vocabulary/data.ts'
import fc from 'fast-check'
import { bytes, megabytes, type Bytes } from '#domain/bytes.ts'
import { planCodes } from '#domain/catalogue/plan.ts'
import {
  addMonths,
  instant,
  startOfDay,
  startOfMonth,
  tokyoDate,
  tokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'
import { baseGrant, type Grant, topUpGrant } from '#domain/data/grant.ts'
import type { Adjustment, PoolFacts } from '#domain/data/pool.ts'
import type { UsageRecord } from '#domain/data/usage-record.ts'

/** Generated histories of a pool, for the property tests: four months from 2027-12, over a year end and 29 February. */
export const firstMonth = tokyoMonth('2027-12')
export const monthsCovered = 4
export const historyStart = startOfDay(startOfMonth(firstMonth))
export const historyEnd = startOfDay(startOfMonth(addMonths(firstMonth, monthsCovered)))
export const longAfter = instant('2029-01-01T00:00:00+09:00')

const hours = (historyEnd.epochMilliseconds - historyStart.epochMilliseconds) / 3_600_000

const anyHour = fc.nat(hours - 1).map((hour): Instant => historyStart.add({ hours: hour }))
const nearRollover = fc
  .tuple(fc.integer({ min: 1, max: monthsCovered - 1 }), fc.integer({ min: -3, max: 2 }))
  .map(([month, hour]): Instant =>
    startOfDay(startOfMonth(addMonths(firstMonth, month))).add({ hours: hour }),
  )
const moment = fc.oneof({ weight: 3, arbitrary: anyHour }, { weight: 1, arbitrary: nearRollover })
const volume = fc.oneof(fc.nat(400), fc.nat(6000)).map(megabytes)

const bases: fc.Arbitrary<readonly Grant[]> = fc
  .tuple(
    fc.integer({ min: 1, max: 31 }),
    fc.array(fc.constantFrom(...planCodes), { minLength: 4, maxLength: 4 }),
  )
  .map(([startDay, codes]) =>
    codes.map((code, n) => {
      const month = addMonths(firstMonth, n)
      return n === 0
        ? baseGrant(month, code, tokyoDate(`${month}-${String(startDay).padStart(2, '0')}`))
        : baseGrant(month, code)
    }),
  )

const topUps: fc.Arbitrary<readonly Grant[]> = fc
  .array(fc.tuple(moment, fc.constantFrom(...topUpCodes), fc.nat(59)), { maxLength: 4 })
  .map((list) =>
    list.map(([at, code, minutes], n) => topUpGrant(`T${n}`, code, at.add({ minutes }))),
  )

const presents: fc.Arbitrary<readonly Grant[]> = fc
  .array(fc.tuple(moment, fc.integer({ min: 1, max: 1500 }), volume), { maxLength: 2 })
  .map((list) =>
    list.map(([at, lifeHours, given], n) =>
      presentGrant(n === 0 ? 'gift' : 'bonus', `P${n}`, given, at, at.add({ hours: lifeHours })),
    ),
  )

export const useRecord = (
  n: number,
  lineId: string,
  from: Instant,
  highBytes: number,
): UsageRecord => ({
  recordId: `R${n}`,
  revision: 1,
  lineId,
  from,
  to: from.add({ hours: 1 }),
  highBytes: bytes(highBytes),
  lowBytes: bytes(0),
})

const uses: fc.Arbitrary<readonly UsageRecord[]> = fc
  .array(fc.tuple(moment, fc.constantFrom('L1', 'L2', 'L3'), volume, fc.nat(9)), { maxLength: 14 })
  .map((list) =>
    list.flatMap(([from, lineId, high, luck], n) => {
      const record = useRecord(n, lineId, from, high)
      const revised = { ...record, revision: 2, highBytes: bytes(Math.floor(high / 2)) }
      return luck === 0 ? [record, revised] : luck === 1 ? [record, record] : [record]
    }),
  )

const adjustments: fc.Arbitrary<readonly Adjustment[]> = fc
  .array(fc.tuple(moment, fc.integer({ min: -2000, max: 2000 }), fc.nat(3)), { maxLength: 2 })
  .map((list) =>
    list.map(([at, size, month], n) => ({
      reference: `A${n}`,
      bucketId: `base/${addMonths(firstMonth, month)}`,
      bytes: megabytes(size),
      at,
    })),
  )

export const poolFacts: fc.Arbitrary<PoolFacts> = fc
  .tuple(bases, topUps, presents, uses, adjustments, fc.option(moment, { freq: 6, nil: undefined }))
  .map(([base, packs, gifts, records, corrections, closedAt]) => ({
    grants: [...base, ...packs, ...gifts],
    uses: records,
    adjustments: corrections,
    closedAt,
  }))

export const anyMoment = moment

/** A present from another member or from us, which no procedure gives yet; `reference` is unique among its kind. */
export function presentGrant(
  kind: 'gift' | 'bonus',
  reference: string,
  grantedBytes: Bytes,
  grantedAt: Instant,
  expiresAt: Instant,
): Grant {
  const bucketId = `${kind}/${reference}`
  return { bucketId, kind, grantedAt, expiresAt, rollover: undefined, grantedBytes }
}
