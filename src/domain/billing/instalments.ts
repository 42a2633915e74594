import { floorDivide, yen, type Yen } from '../money.ts'

/** The n-th instalment of a device, from 1: the price in equal parts cut to whole yen, the rest in the first. */
export function instalmentYen(priceYen: number, count: number, n: number): Yen {
  const part = floorDivide(priceYen, count)
  return yen(n === 1 ? priceYen - part * (count - 1) : part)
}
