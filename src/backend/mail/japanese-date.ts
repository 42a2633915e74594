import { dayOfWeek, toTokyoDate, TOKYO, type Instant, type TokyoDate } from '#domain/tokyo.ts'

const weekdays = ['月', '火', '水', '木', '金', '土', '日']

/** 「2026年11月30日（月）」, as mails and papers print a date. */
export function formatDay(date: TokyoDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日（${weekdays[dayOfWeek(date) - 1]}）`
}

/** 「27日（金）」: within a month, where there is little room. */
export const shortDay = (date: TokyoDate): string => formatDay(date).replace(/^.*月/u, '')

/** 「2026年11月29日（日）12:00」 */
export function formatMoment(at: Instant): string {
  const { hour, minute } = at.toZonedDateTimeISO(TOKYO)
  return `${formatDay(toTokyoDate(at))}${hour}:${String(minute).padStart(2, '0')}`
}

/** The end of a time given exclusively: 「2026年11月29日（日）24:00」 where it is midnight. */
export function formatUntil(at: Instant): string {
  const { hour, minute } = at.toZonedDateTimeISO(TOKYO)
  if (hour !== 0 || minute !== 0) return formatMoment(at)
  return `${formatDay(toTokyoDate(at.subtract({ nanoseconds: 1 })))}24:00`
}
