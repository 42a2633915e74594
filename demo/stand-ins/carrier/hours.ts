/** Hours are counted from the epoch; Japan is nine of them ahead and knows no summer time. */
export const hourMs = 3_600_000
const tokyoOffsetHours = 9

export function hourOf(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / hourMs)
}

/** Where an hour lies in the Japanese week: day counted from the epoch, hour 0–23, Saturday or Sunday. */
export function tokyoHour(hour: number): { day: number; hourOfDay: number; isWeekend: boolean } {
  const local = hour + tokyoOffsetHours
  const day = Math.floor(local / 24)
  // Day 0 of the epoch was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7
  return { day, hourOfDay: local - day * 24, isWeekend: weekday === 0 || weekday === 6 }
}

/** The hour that begins at `hourOfDay` in Japan on a day counted from the epoch. */
export function hourAt(day: number, hourOfDay: number): number {
  return day * 24 + hourOfDay - tokyoOffsetHours
}

const texts = new Map<number, string>()

/** The beginning of an hour as RFC 3339 with `+09:00`. */
export function hourText(hour: number): string {
  const known = texts.get(hour)
  if (known !== undefined) return known
  if (texts.size > 100_000) texts.clear()
  const text = tokyoText(Temporal.Instant.fromEpochMilliseconds(hour * hourMs))
  texts.set(hour, text)
  return text
}

export function tokyoText(at: Temporal.Instant): string {
  return at.toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })
}

/** `YYYY-MM` in Japan. */
export function tokyoMonth(hour: number): string {
  return hourText(hour).slice(0, 7)
}
