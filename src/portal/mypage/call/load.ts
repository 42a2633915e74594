import { ask } from '#portal/mypage/flow/attempt.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { monthIn } from '#portal/mypage/shared/months.ts'
import { settle, throwIfUnknown } from '#portal/mypage/shared/settle.ts'
import { periodOf } from './period.ts'

const ROWS_SHOWN = 100

/** One month of one line; the first line and this month where nothing is asked for. */
export async function loadCalls(call: Call, url: URL) {
  const { searchParams } = url
  const { lines, asOf } = await ask(url, call(api.highSpeedStatusGet, { query: {} }))
  const today = asOf.slice(0, 10)
  const month = monthIn(searchParams) ?? today.slice(0, 7)
  const lineId = searchParams.get('line') || lines[0]?.line.lineId
  const cursor = searchParams.get('cursor') || undefined
  const period = periodOf(month, today)
  const names = lines.map(({ line }) => line)
  if (lineId === undefined) return { names, lineId, month, today, period, cursor, log: undefined }
  const log = await settle(
    call(api.callLogGet, {
      query: { lineId, ...period, limit: ROWS_SHOWN, ...(cursor && { cursor }) },
    }),
  )
  throwIfUnknown(log)
  return { names, lineId, month, today, period, cursor, log }
}
