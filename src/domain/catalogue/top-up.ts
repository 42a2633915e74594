import type { TopUpCode } from '#vocabulary/data.ts'
import { megabytes, type Bytes } from '../bytes.ts'
import {
  addMonths,
  endOfDay,
  endOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
} from '../tokyo.ts'
import type { PriceKey } from './figure.ts'
import { ruleValue } from './rules.ts'

export type TopUpPack = {
  readonly code: TopUpCode
  readonly name: string
  readonly grantedBytes: Bytes
  /** Lives on after the month it was bought in. */
  readonly carries: boolean
  readonly priceKey: PriceKey
}

/** ours: the packs on sale. */
export const topUpPacks: Readonly<Record<TopUpCode, TopUpPack>> = {
  '100mb': pack('100mb', '100MB', 100, true),
  '500mb': pack('500mb', '500MB', 500, true),
  '1gb': pack('1gb', '1GB', 1000, true),
  '1gbNoCarry': pack('1gbNoCarry', '1GB（当月限り）', 1000, false),
}

export function isTopUpCode(text: string): text is TopUpCode {
  return Object.hasOwn(topUpPacks, text)
}

/**
 * The instant at which a pack bought now is no longer usable: with carry the end of the third month
 * after, without it the end of this month.
 */
export function topUpExpiresAt(code: TopUpCode, boughtAt: Instant): Instant {
  const months = topUpPacks[code].carries ? ruleValue('topupCarryMonths', toTokyoDate(boughtAt)) : 0
  return endOfDay(endOfMonth(addMonths(toTokyoMonth(boughtAt), months)))
}

function pack(code: TopUpCode, name: string, sizeMegabytes: number, carries: boolean): TopUpPack {
  const priceKey: PriceKey = `topup.${code}`
  return { code, name, grantedBytes: megabytes(sizeMegabytes), carries, priceKey }
}
