import type { LineKind } from '#vocabulary/line.ts'
import { gigabytes, type Bytes } from '../bytes.ts'
import { tokyoDate, type TokyoDate } from '../tokyo.ts'
import { nearestRow, type Dated } from './dated.ts'

export const planCodes = [10, 11, 13, 15, 18, 20, 25, 30, 40] as const
export type PlanCode = (typeof planCodes)[number]

export type Plan = Dated & {
  readonly code: PlanCode
  /** Japanese name of the size. */
  readonly name: string
  readonly baseBytes: Bytes
  readonly shareable: boolean
}

const earliestPrice = tokyoDate('2019-10-01')

const plan = (code: PlanCode, name: string, baseGigabytes: number, shareable: boolean): Plan => ({
  code,
  name,
  baseBytes: gigabytes(baseGigabytes),
  shareable,
  validFrom: earliestPrice,
})

/** ours: the sizes on sale. */
export const plans: readonly Plan[] = [
  plan(10, 'ライト', 0, false),
  plan(11, '1GB', 1, false),
  plan(13, '3GB', 3, false),
  plan(15, '5GB', 5, false),
  plan(18, '8GB', 8, true),
  plan(20, '10GB', 10, true),
  plan(25, '15GB', 15, true),
  plan(30, '20GB', 20, true),
  plan(40, '30GB', 30, true),
]

export function isPlanCode(code: number): code is PlanCode {
  return planCodes.some((known) => known === code)
}

export function planOn(code: PlanCode, date: TokyoDate): Plan {
  const row = nearestRow(
    plans.filter((one) => one.code === code),
    date,
  )
  if (row === undefined) throw new RangeError(`A size without a row: ${code}`)
  return row
}

/** Data+SMS and voice lines have an 070/080/090 number; a data line's 020 number bears no number fees (ours). */
export function hasChargedNumber(kind: LineKind): boolean {
  return kind !== 'data'
}
