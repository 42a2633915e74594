import { bytes, type Bytes, MB } from '#domain/bytes.ts'
import { type PlanCode, planCodes, planOn } from '#domain/catalogue/plan.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { topUpExpiresAt, topUpPacks } from '#domain/catalogue/top-up.ts'
import {
  addMonths,
  dayOfMonth,
  daysInMonth,
  endOfDay,
  endOfMonth,
  type Instant,
  monthOf,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import type { TopUpCode } from '#vocabulary/data.ts'
import type { Bucket } from './bucket.ts'

/** A fact: data given to a contract. `bucketId` is its unique source as well. */
export type Grant = Bucket & { readonly grantedBytes: Bytes }

/** The base of a month, given on the 1st at 00:00, or from the day service begins within it. */
export function baseGrant(
  month: TokyoMonth,
  planCode: PlanCode,
  startedOn: TokyoDate = startOfMonth(month),
): Grant {
  const firstDay = startOfMonth(month)
  const from = startedOn > firstDay ? startedOn : firstDay
  const { baseBytes } = planOn(planCode, from)
  const next = addMonths(month, 1)
  const lastMonth = addMonths(month, ruleValue('baseCarryMonths', from))
  return {
    bucketId: `base/${month}`,
    kind: 'base',
    grantedAt: startOfDay(from),
    expiresAt: endOfDay(endOfMonth(lastMonth)),
    rollover: { at: startOfDay(startOfMonth(next)), bucketId: `carry/${next}` },
    grantedBytes: firstMonthBytes(baseBytes, from),
  }
}

/** The base that is given at this very moment, if it is one of those at which bases are given. */
export function baseGivenAt(at: Instant, planCode: PlanCode): Grant | undefined {
  const base = baseGrant(toTokyoMonth(at), planCode)
  return base.grantedAt.equals(at) ? base : undefined
}

/**
 * Base data of a month that service begins in: base × remaining days ÷ days of the month, the day of
 * start included, rounded up at the third decimal of a gigabyte (小数点第3位切り上げ: two remain).
 */
export function firstMonthBytes(baseBytes: Bytes, startedOn: TokyoDate): Bytes {
  const days = daysInMonth(monthOf(startedOn))
  const remainingDays = days - dayOfMonth(startedOn) + 1
  const step = 10 * MB
  return bytes(Math.ceil((baseBytes * remainingDays) / (days * step)) * step)
}

export type TopUpBuyer = 'member' | 'automatic'

/** The source of a purchase in ledger and bill alike; the bill names automatic purchases differently. */
export const topUpSource = (orderNo: string, buyer: TopUpBuyer) =>
  buyer === 'member' ? `topup/${orderNo}` : `${automaticSource}${orderNo}`

const automaticSource = 'topup/auto-'

export const isAutomaticTopUp = (source: string | undefined) =>
  source?.startsWith(automaticSource) === true

/** `orderNo` is the purchase that pays for it, so that one purchase gives data once. */
export function topUpGrant(
  orderNo: string,
  code: TopUpCode,
  boughtAt: Instant,
  buyer: TopUpBuyer = 'member',
): Grant {
  const pack = topUpPacks[code]
  return {
    bucketId: topUpSource(orderNo, buyer),
    kind: pack.carries ? 'topup' : 'topup_no_carry',
    grantedAt: boughtAt,
    expiresAt: topUpExpiresAt(code, boughtAt),
    rollover: undefined,
    grantedBytes: pack.grantedBytes,
  }
}

/** The base of a month by size, as columns of a statement; everything but the volume is the same for every size. */
export function basesBySize(month: TokyoMonth) {
  const bases = planCodes.map((code) => ({ code, grant: baseGrant(month, code) }))
  const given = bases.filter(({ grant }) => grant.grantedBytes > 0)
  return {
    sizes: given.map(({ code }) => code),
    volumes: given.map(({ grant }) => grant.grantedBytes),
    bucket: given[0]?.grant,
  }
}
