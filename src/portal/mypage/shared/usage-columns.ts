import { nameOfLine, toneOf } from '#portal/mypage/shared/line-words.ts'
import type { Usage } from '#portal/mypage/shared/wire.ts'
import { dayWords } from '#ui/bars-day.ts'
import { formatDate, formatMonth, formatVolume } from '#ui/format.ts'
import type { ChartSeries, StackColumn } from '#ui/stack-chart.tsx'

/** Who is shown: the lines of a shared contract one upon the other, or the one that was asked for. */
export type Series = { readonly names: readonly ChartSeries[]; readonly lines: Usage['lines'] }

/** Several lines stand apart; one line alone is the whole. */
export function seriesOf(usage: Usage, lineId: string | undefined): Series {
  const lines = lineId === undefined && usage.lines.length > 1 ? usage.lines : []
  return { names: lines.map(({ line }) => ({ name: nameOfLine(line), tone: toneOf(line) })), lines }
}

const NAMED_EVERY = 7
/** Two names of days need about so many columns between them. */
const APART = 3

const DAYS = 31
const MONTHS = 13

/** The 31 days, today last and pale, or the last day of a contract that is over; those from before the service have their place and no figure. */
export function dayColumns(usage: Usage, { lines }: Series): StackColumn[] {
  const missing = DAYS - usage.days.length
  const own = usage.days.map((day, index) => {
    const { date, highSpeedBytes, lowSpeedBytes, provisional } = day
    return {
      key: date,
      label: dayLabel(date),
      ...axisOfDay(date, missing + index, provisional),
      bytes:
        lines.length === 0
          ? [highSpeedBytes]
          : lines.map(({ days }) => days[index]?.highSpeedBytes ?? 0),
      lowBytes: lowSpeedBytes,
      provisional,
      words: dayWords({ date, highBytes: highSpeedBytes, lowBytes: lowSpeedBytes, provisional }),
      ...(provisional ? { note: '暫定値' } : {}),
    }
  })
  const [first] = usage.days
  if (first === undefined) return own
  return [...before(missing, (n) => dayLabel(daysBefore(first.date, n))), ...own]
}

const dayLabel = (date: string) => formatDate(date).replace(/^\d+年/, '')

const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)

/** Nobody could use anything then: no figure, not even a zero that is final. */
function before(missing: number, labelOf: (distance: number) => string): StackColumn[] {
  return Array.from({ length: Math.max(0, missing) }, (_, index) => {
    const label = labelOf(missing - index)
    const words = `${label}　ご利用開始の前`
    return {
      key: label,
      label,
      bytes: [],
      lowBytes: 0,
      provisional: false,
      words,
      note: 'ご利用開始の前',
    }
  })
}

function axisOfDay(date: string, index: number, isToday: boolean): { axis?: string } {
  const [, month = 0, day = 0] = date.split('-').map(Number)
  const last = DAYS - 1
  if (index === last) return { axis: isToday ? '今日' : `${month}/${day}` }
  if (last - index < APART) return {}
  if (day === 1) return { axis: `${month}/1` }
  // The first column is named unless the first of the month follows at once.
  const daysInView = index === 0
  if (daysInView && day <= 28 - APART) return { axis: `${month}/${day}` }
  return day % NAMED_EVERY === 1 && index > APART ? { axis: String(day) } : {}
}

/** The 13 months, each with what could be used in it. */
export function monthColumns(
  usage: Usage,
  { lines }: Series,
  expectedBytes: number | undefined,
): StackColumn[] {
  const missing = MONTHS - usage.months.length
  const own = usage.months.map((one, index) => {
    const { month, highSpeedBytes, lowSpeedBytes, grantedBytes, usableBytes, provisional } = one
    const [year, monthOfYear] = month.split('-').map(Number)
    const usable = usableBytes ?? grantedBytes
    const isOfContract =
      usage.forecast !== undefined || lines.length > 0 || usableBytes !== undefined
    const notes = [
      ...(isOfContract && usable > 0
        ? [`${usableBytes === undefined ? '付与' : '使える量'} ${formatVolume(usable, 'quota')}`]
        : []),
      ...(provisional && expectedBytes !== undefined
        ? [`見込み ${formatVolume(expectedBytes, 'used')}`]
        : []),
    ]
    return {
      key: month,
      label: formatMonth(month),
      axis: String(monthOfYear),
      ...(isYearNamed(index, monthOfYear) ? { year: String(year) } : {}),
      bytes:
        lines.length === 0
          ? [highSpeedBytes]
          : lines.map(({ months }) => months[index]?.highSpeedBytes ?? 0),
      lowBytes: lowSpeedBytes,
      provisional,
      limitBytes: isOfContract && usable > 0 ? usable : undefined,
      usedUp: usableBytes !== undefined && usableBytes > 0 && highSpeedBytes >= usableBytes,
      words: monthWords(one),
      ...(notes.length === 0 ? {} : { note: notes.join('・') }),
    }
  })
  const [first] = usage.months
  if (first === undefined) return own
  return [...before(missing, (n) => formatMonth(monthsBefore(first.month, n))), ...own]
}

/** Below the first column and each January; not where a December has only its own width before the next year. */
const isYearNamed = (index: number, monthOfYear: number | undefined) =>
  monthOfYear === 1 || (index === 0 && monthOfYear !== 12)

function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7)
}

function monthWords({
  month,
  highSpeedBytes,
  lowSpeedBytes,
  provisional,
}: Usage['months'][number]) {
  const words = `${formatMonth(month)} 高速 ${formatVolume(highSpeedBytes, 'used')}、低速 ${formatVolume(lowSpeedBytes, 'used')}`
  return provisional ? `${words}（暫定値）` : words
}

/** What may be used a day from now on so that it lasts to the month's end; nothing once nothing is left. */
export function dailyLimitBytes(leftBytes: number, asOf: string): number | undefined {
  const { days, over } = monthAt(asOf)
  const toCome = days - over
  return leftBytes === 0 || toCome <= 0 ? undefined : Math.floor(leftBytes / toCome)
}

const tokyoOffsetMs = 9 * 60 * 60 * 1000

/** How many days the month of an instant has in Japan, and how many of them are over. */
export function monthAt(instant: string): { days: number; over: number } {
  const at = new Date(Date.parse(instant) + tokyoOffsetMs)
  const start = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
  const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
  const dayMs = 86_400_000
  return { days: (end - start) / dayMs, over: (at.getTime() - start) / dayMs }
}
