import { dataApi } from '#protocol/data.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { everyPage } from './every-page.ts'

const ROWS_A_PAGE = 1000

/** The records of the carrier for a period, line by line; of every line when none is named. */
export async function readUsageRecords(call: Call, { searchParams }: URL) {
  const period = { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' }
  const lineId = searchParams.get('line')
  const { lines } = await call(dataApi.highSpeedStatusGet, { query: {} })
  const wanted = lineId ? [lineId] : lines.map(({ line }) => line.lineId)
  const records = await Promise.all(
    wanted.map(async (one) => {
      let line = lines.find((known) => known.line.lineId === one)?.line
      const rows = await unlessSecret(lineId === null, async (cursor) => {
        const page = await call(dataApi.packetLogGet, {
          query: { lineId: one, ...period, limit: ROWS_A_PAGE, ...(cursor && { cursor }) },
        })
        line ??= page.line
        return page
      })
      return { line, rows }
    }),
  )
  return { ...period, records }
}

/** Of all lines those with a user of their own stay without records, as on the page; of the one that was named one is told. */
async function unlessSecret<Row>(
  isOfAll: boolean,
  read: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>,
): Promise<Row[]> {
  try {
    return await everyPage(read)
  } catch (error) {
    const isSecret = error instanceof ApiError && error.failure?.code === 'FAMILY_LINE_SECRET'
    if (isOfAll && isSecret) return []
    throw error
  }
}

/** A name in plain letters, which every system can save. */
export function nameOfFile(what: string, period: { from: string; to: string }, ending: string) {
  const days = `${period.from}_${period.to}`.replace(/[^\d_-]/g, '')
  return `${what}_${days}.${ending}`
}
