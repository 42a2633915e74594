/** This month and those before it, newest first, by the calendar alone. */
export function monthsBefore(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, back) => monthsAfter(month, -back))
}

/** So many months after one, by the calendar alone. */
export function monthsAfter(month: string, count: number): string {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number)
  const months = year * 12 + monthOfYear - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The month an address asks for; what is no month of a year that data may be from counts as none. */
export function monthIn(searchParams: URLSearchParams): string | undefined {
  const text = searchParams.get('month') ?? ''
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}
