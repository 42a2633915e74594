import { callKindLabels } from '#vocabulary/call.ts'
import { taxNames } from '#vocabulary/price.ts'
import { pages } from '#vocabulary/pages.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { callApi } from '#protocol/call.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { download } from './download.ts'
import { everyPage } from './every-page.ts'
import { nameOfFile } from './usage-records.ts'
import type { Route } from './+types/call-csv.ts'

const ROWS_A_PAGE = 1000
const header = [
  '日時',
  '種類',
  '相手先',
  '通話秒数',
  '通数',
  '無料秒数',
  '料金（円）',
  '税区分',
  '計算',
  '状態',
]

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = (name: string) => url.searchParams.get(name) ?? ''
  const period = { from: asked('from'), to: asked('to') }
  const unmasked = asked('unmasked') === '1'
  return download(pageOf(context), pages.call, async () => {
    const call = callOf(context)
    const rows = await everyPage((cursor) =>
      call(callApi.callLogGet, {
        query: {
          lineId: asked('line'),
          ...period,
          ...(unmasked && { unmasked }),
          limit: ROWS_A_PAGE,
          ...(cursor && { cursor }),
        },
      }),
    )
    const cells = rows.map((row) => [
      row.at,
      callKindLabels[row.kind],
      row.to ?? row.toMasked,
      row.durationSeconds,
      row.messages,
      row.freeSeconds,
      row.amountTenthsYen / 10,
      taxNames[row.tax],
      row.explanation,
      row.provisional ? '暫定値' : '確定',
    ])
    return {
      name: nameOfFile('calls', period, 'csv'),
      type: 'text/csv',
      text: csvOf([header, ...cells]),
    }
  })
}
