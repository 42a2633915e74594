/**
 * The wire's values as a Japanese reader expects them. Pure: no clock, no zone and no locale of the
 * machine. Instants are RFC 3339, dates YYYY-MM-DD, months YYYY-MM; everything is shown in
 * Japanese time (UTC+9 all year). A malformed value throws a RangeError: it is a defect, not a text.
 */

import { taxNote } from '#vocabulary/billed-term.ts'
import { formatYen } from '#vocabulary/yen.ts'

export { formatPoints } from '#vocabulary/point.ts'
export { formatVolume, splitVolume, type VolumeKind } from '#vocabulary/volume.ts'
export { formatCount, formatTenthsYen, formatThousandthsYen, formatYen } from '#vocabulary/yen.ts'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
const tokyoOffsetMs = 9 * 60 * 60 * 1000

/** `1,078円（税込）` */
export function formatYenWithTax(amountYen: number): string {
  return `${formatYen(amountYen)}（税込）`
}

/** `1,078円（税込）`; without the word where a part of the sum is not taxed. */
export function formatTotal(of: { readonly totalYen: number; readonly outOfScopeYen: number }) {
  return `${formatYen(of.totalYen)}${taxNote(of)}`
}

/** `2026年11月20日（金）`, of a date or of an instant. */
export function formatDate(when: string): string {
  const { year, month, day, weekday } = tokyoDate(when)
  return `${year}年${month}月${day}日（${weekday}）`
}

/** `1994年5月18日`: of a birthday nobody asks the day of the week. */
export function formatBirth(date: string): string {
  const { year, month, day } = tokyoDate(date)
  return `${year}年${month}月${day}日`
}

/** `11月20日（金）`, where the year is plain. */
export function formatDay(when: string): string {
  const { month, day, weekday } = tokyoDate(when)
  return `${month}月${day}日（${weekday}）`
}

/** `20日（金）`, of this month. */
export function formatDayOfMonth(when: string): string {
  const { day, weekday } = tokyoDate(when)
  return `${day}日（${weekday}）`
}

/** `11/20（金）`, where there is room for a few characters only. */
export function formatShortDay(when: string): string {
  const { month, day, weekday } = tokyoDate(when)
  return `${month}/${day}（${weekday}）`
}

/** `2026年11月`, of a month, a date or an instant. */
export function formatMonth(when: string): string {
  const { year, month } = tokyoDate(/^\d{4}-\d{2}$/.test(when) ? `${when}-01` : when)
  return `${year}年${month}月`
}

/** `18:05` */
export function formatTime(instant: string): string {
  const { hour, minute } = tokyoInstant(instant)
  return `${hour}:${String(minute).padStart(2, '0')}`
}

/** `2026年11月20日（金）18:05` */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)}${formatTime(instant)}`
}

/** `1時間02分05秒`, `2分05秒`, `9秒`, as call records have it. */
export function formatDuration(seconds: number): string {
  const total = whole(seconds)
  const pad = (part: number) => String(part).padStart(2, '0')
  if (total < 60) return `${total}秒`
  if (total < 3600) return `${Math.floor(total / 60)}分${pad(total % 60)}秒`
  return `${Math.floor(total / 3600)}時間${pad(Math.floor((total % 3600) / 60))}分${pad(total % 60)}秒`
}

/**
 * `090-0000-0000`; a number whose grouping is not certain stays as it is, as does one that is hidden from staff. All zeros is a line before its opening, which
 * gives it its number; where such lines stand beside each other `nameOfLine` tells them apart.
 */
export function formatPhone(number: string): string {
  if (number.includes('＊')) return number
  const digits = number.replace(/^\+81/, '0').replaceAll('-', '')
  if (/^0{10,11}$/.test(digits)) return '開通前の回線'
  if (!/^\d+$/.test(digits)) throw new RangeError(`not a phone number: ${number}`)
  for (const [shape, grouped] of phoneShapes) {
    if (shape.test(digits)) return digits.replace(shape, grouped)
  }
  return digits
}

/** 「154-0004」, of seven digits; anything else as it is. */
export const formatZipCode = (zipCode: string) => zipCode.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')

/** Grouping by the numbering plan of 総務省: the longer prefix first. */
const phoneShapes = [
  [/^(0800)(\d{3})(\d{4})$/, '$1-$2-$3'],
  [/^(0120|0570|0180)(\d{3})(\d{3})$/, '$1-$2-$3'],
  [/^(0[25-9]0)(\d{4})(\d{4})$/, '$1-$2-$3'],
  [/^(0[36])(\d{4})(\d{4})$/, '$1-$2-$3'],
] as const

/** An MNP reservation number as `10-123-45678`. */
export function formatReservationNumber(number: string): string {
  if (!/^\d{10}$/.test(number)) throw new RangeError(`not a reservation number: ${number}`)
  return `${number.slice(0, 2)}-${number.slice(2, 5)}-${number.slice(5)}`
}

function tokyoDate(when: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(when) ? dateParts(when) : tokyoInstant(when)
}

function dateParts(date: string) {
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) {
    throw new RangeError(`not a date: ${date}`)
  }
  return utcParts(at)
}

function tokyoInstant(instant: string) {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(instant)) {
    throw new RangeError(`not an instant: ${instant}`)
  }
  return utcParts(new Date(Date.parse(instant) + tokyoOffsetMs))
}

function utcParts(at: Date) {
  if (Number.isNaN(at.getTime())) throw new RangeError('not an instant')
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    weekday: weekdays[at.getUTCDay()] ?? '',
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  }
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`)
  return value
}
