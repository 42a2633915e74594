/**
 * A called number as it may be kept and shown: the last four digits hidden, but for three-digit service numbers,
 * which are nobody's.
 */
export function maskDestination(number: string): string {
  const digits = number.replaceAll('-', '')
  if (digits.length <= 3) return digits
  const head = digits.slice(0, -4)
  if (/^0[5789]0\d{8}$/u.test(digits)) return `${head.slice(0, 3)}-${head.slice(3)}-****`
  if (/^0570\d{6}$/u.test(digits)) return `${head.slice(0, 4)}-${head.slice(4)}-****`
  if (/^0[36]\d{8}$/u.test(digits)) return `${head.slice(0, 2)}-${head.slice(2)}-****`
  return `${head}-****`
}
