import { ask } from '#portal/mypage/flow/attempt.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { monthIn } from '#portal/mypage/shared/months.ts'
import { attempt, throwIfUnknown } from '#portal/mypage/shared/attempt.ts'

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

/** Three screens of a phone; the file has them all. */
const ROWS_SHOWN = 12

/** One month of one line; the first line and this month where nothing is asked for. */
export async function loadCalls(call: Call, url: URL) {
  const { searchParams } = url
  const [{ lines }, { asOf }] = await Promise.all([
    ask(url, call(api.contractGet)),
    ask(url, call(api.contractChangeStatusGet)),
  ])
  const today = asOf.slice(0, 10)
  const month = monthIn(searchParams) ?? today.slice(0, 7)
  // Lines that have ended too: their calls can still be read.
  const names = lines.filter(({ status }) => status !== 'preparing')
  const lineId = searchParams.get('line') || names[0]?.lineId
  const cursor = searchParams.get('cursor') || undefined
  const unmasked = searchParams.get('unmasked') === '1'
  const period = periodOf(month, today)
  if (lineId === undefined)
    return { names, lineId, month, today, period, unmasked, cursor, log: undefined }
  const log = await attempt(
    call(api.callLogGet, {
      query: {
        lineId,
        ...period,
        limit: ROWS_SHOWN,
        ...(unmasked && { unmasked }),
        ...(cursor && { cursor }),
      },
    }),
  )
  throwIfUnknown(log)
  return { names, lineId, month, today, period, unmasked, cursor, log }
}
