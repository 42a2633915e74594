/** From the first of a month to its last day, or to today while it runs: dates, both ends included. */
export function periodOf(month: string, today: string): { from: string; to: string } {
  const from = `${month}-01`
  if (today.startsWith(month)) return { from, to: today }
  return { from, to: `${month}-${String(daysIn(month)).padStart(2, '0')}` }
}

function daysIn(month: string): number {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return days[monthOfYear - 1] ?? 31
}
