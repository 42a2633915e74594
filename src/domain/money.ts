import type { Branded } from './brand-type.ts'

/** Whole yen; negative for what is given back. */
export type Yen = Branded<number, 'Yen'>
/** Tenths of a yen: per-second, per-message and universal-service rates have one decimal. */
export type TenthsYen = Branded<number, 'TenthsYen'>

export function isYen(amount: number): amount is Yen {
  return Number.isSafeInteger(amount)
}

export function isTenthsYen(amount: number): amount is TenthsYen {
  return Number.isSafeInteger(amount)
}

export function yen(amount: number): Yen {
  if (!isYen(amount)) throw new RangeError(`Not a whole number of yen: ${amount}`)
  return amount
}

export function tenthsYen(amount: number): TenthsYen {
  if (!isTenthsYen(amount)) throw new RangeError(`Not a whole number of tenths of a yen: ${amount}`)
  return amount
}

export const noYen = yen(0)

export function addYen(...amounts: readonly Yen[]): Yen {
  return yen(amounts.reduce((sum, amount) => sum + amount, 0))
}

export function subtractYen(from: Yen, amount: Yen): Yen {
  return yen(from - amount)
}

/** Whole yen, what is below one yen dropped. */
export function floorToYen(amount: TenthsYen): Yen {
  return yen(floorDivide(amount, 10))
}

/** Integer division towards minus infinity, exact for safe integers. */
export function floorDivide(dividend: number, divisor: number): number {
  const remainder = dividend % divisor
  const whole = (dividend - remainder) / divisor
  return remainder < 0 ? whole - 1 : whole
}
