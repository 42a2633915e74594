/**
 * Parts of a whole in thousandths that add up to exactly 1000 (largest remainder), the earlier one first where two
 * remainders are equal. Of nothing at all every part is nothing.
 */
export function perMille(parts: readonly number[]): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  // BigInt: bytes of a month times a thousand leave the safe integers.
  const exact = parts.map((part) => ({
    floor: Number((BigInt(part) * 1000n) / BigInt(whole)),
    rest: (BigInt(part) * 1000n) % BigInt(whole),
  }))
  const missing = 1000 - exact.reduce((sum, one) => sum + one.floor, 0)
  const winners = exact
    .map((one, index) => ({ rest: one.rest, index }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
    .slice(0, missing)
    .map((one) => one.index)
  return exact.map((one, index) => one.floor + (winners.includes(index) ? 1 : 0))
}
