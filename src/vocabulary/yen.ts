/**
 * Amounts of money as a Japanese reader expects them, by one rule for pages, mail, documents and
 * the public site: grouped by thousands, a minus as the sign U+2212, what is below a yen only where
 * there is any, never rounded. Amounts are integers of the unit that the name says.
 */

/** `12,345` */
export function formatCount(count: number): string {
  return grouped(count, 1)
}

/** `1,078円` */
export function formatYen(amountYen: number): string {
  return `${grouped(amountYen, 1)}円`
}

/** Tenths of a yen: `1,078円`, `46.2円`. */
export function formatTenthsYen(amountTenthsYen: number): string {
  return `${grouped(amountTenthsYen, 10)}円`
}

/** Thousandths of a yen: `1,188円`, `0.825円`. */
export function formatThousandthsYen(amountThousandthsYen: number): string {
  return `${grouped(amountThousandthsYen, 1000)}円`
}

function grouped(amount: number, parts: 1 | 10 | 1000): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number: ${amount}`)
  const size = Math.abs(amount)
  const rest = size % parts
  const digits = String((size - rest) / parts).replace(/\B(?=(\d{3})+$)/g, ',')
  const below = rest === 0 ? '' : `.${String(rest).padStart(String(parts).length - 1, '0')}`
  return `${amount < 0 ? '−' : ''}${digits}${below.replace(/0+$/, '')}`
}
