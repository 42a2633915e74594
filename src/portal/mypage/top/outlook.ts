import { formatDay, formatDayOfMonth, formatVolume } from '#ui/format.ts'
import type { RingState } from '#ui/ring.tsx'

/** One answer to "how long does it last?": the day or the word that matters, between two short lines. */
export type Outlook = { before?: string; main: string; after?: string }

/** Of the forecast (wire Forecast) what the sentence needs. */
type Expected = {
  readonly expectedBytes: number
  readonly emptyOn?: string | undefined
  readonly emptyEarliestOn?: string | undefined
  readonly shortageBytes: number
}

/** Of the residual (wire Residual): what is left until when, and when data comes again. */
type Left = {
  readonly asOf: string
  readonly totalBytes: number
  readonly usedThisMonthBytes: number
  readonly buckets: readonly { readonly remainingBytes: number; readonly expiresAt: string }[]
  readonly nextGrant?: { readonly at: string; readonly bytes: number } | undefined
}

/** Undefined where nothing true can be said: too few days, or a stop that the page shows already. */
export function outlookOf(
  state: RingState,
  left: Left,
  forecast: Expected | undefined,
  isLight = false,
): Outlook | undefined {
  if (state === 'stopped') return undefined
  if (state === 'light') return { before: '容量の上限なし', main: '使い放題' }
  if (state === 'empty') return emptyWords(left)
  if (state === 'low')
    return { main: 'データは減りません', after: 'オンにすると、すぐ高速に戻ります。' }
  if (forecast === undefined) return undefined
  const { emptyOn, emptyEarliestOn, shortageBytes } = forecast
  const before = 'このままの使い方なら'
  if (emptyOn !== undefined && isLight)
    return {
      before,
      main: `${formatDayOfMonth(emptyOn)}ごろ`,
      after: 'に高速データがなくなる見込み。そのあとも200 kbpsで使い放題です。',
    }
  if (emptyOn !== undefined)
    return {
      before,
      main: `${formatDayOfMonth(emptyOn)}ごろ`,
      after: `になくなる見込み。月末まで約${formatVolume(shortageBytes, 'used')}足りません。`,
    }
  if (emptyEarliestOn !== undefined)
    return {
      before,
      main: '月末まで足りる見込み',
      after: `早ければ${formatDayOfMonth(emptyEarliestOn)}になくなります。`,
    }
  const carried = roughlyDown(carriedBytes(left, forecast))
  const main = '月末まで足ります'
  if (carried === 0) return { before, main }
  const month = Number(nextMonthOf(left.asOf).slice(5, 7))
  return { before, main, after: `約${formatVolume(carried, 'residual')}を${month}月に繰り越し。` }
}

function emptyWords({ nextGrant }: Left): Outlook {
  const soon = '追加すると、すぐ高速に戻ります。'
  const before = 'いま低速（200 kbps）'
  if (nextGrant === undefined) return { before, main: '使い切りました', after: soon }
  return {
    before,
    main: formatDay(nextGrant.at),
    after: `に${formatVolume(nextGrant.bytes, 'quota')}入ります。${soon}`,
  }
}

/**
 * What the next month begins with if use goes on as expected: the soonest expiry is used first, and what ends with
 * this month is lost.
 */
function carriedBytes(left: Left, { expectedBytes }: Expected): number {
  const toCome = Math.max(0, expectedBytes - left.usedThisMonthBytes)
  const monthEnd = Date.parse(`${nextMonthOf(left.asOf)}T00:00:00+09:00`)
  const ending = left.buckets
    .filter(({ expiresAt }) => Date.parse(expiresAt) <= monthEnd)
    .reduce((sum, { remainingBytes }) => sum + remainingBytes, 0)
  return Math.max(0, left.totalBytes - Math.max(toCome, ending))
}

/** The first day of the month after the instant, in Japanese time. */
function nextMonthOf(asOf: string): string {
  const [year = 0, month = 1] = asOf.slice(0, 7).split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** A forecast is no measurement: what is left over, to 10 MB below 1 GB, to 100 MB above. */
const stepOf = (bytes: number) => (bytes < 1_000_000_000 ? 10_000_000 : 100_000_000)
const roughlyDown = (bytes: number) => Math.floor(bytes / stepOf(bytes)) * stepOf(bytes)
