import type { Branded } from './brand-type.ts'

/** Whole bytes; negative only as a difference between two volumes. */
export type Bytes = Branded<number, 'Bytes'>

/** ours: 1 GB = 1,000,000,000 bytes, on the wire and in the database. */
export const GB = 1_000_000_000
export const MB = 1_000_000

export function isBytes(amount: number): amount is Bytes {
  return Number.isSafeInteger(amount)
}

export function bytes(amount: number): Bytes {
  if (!isBytes(amount)) throw new RangeError(`Not a whole number of bytes: ${amount}`)
  return amount
}

/** At most three decimals: the finest step of a gigabyte the rules know (1 MB). */
export function gigabytes(amount: number): Bytes {
  return megabytes(Math.round(amount * 1000))
}

export function megabytes(amount: number): Bytes {
  return bytes(amount * MB)
}

export const noBytes = bytes(0)

export function addBytes(...amounts: readonly Bytes[]): Bytes {
  return bytes(amounts.reduce((sum, amount) => sum + amount, 0))
}

export function subtractBytes(from: Bytes, amount: Bytes): Bytes {
  return bytes(from - amount)
}

export function leastBytes(a: Bytes, b: Bytes): Bytes {
  return a < b ? a : b
}
