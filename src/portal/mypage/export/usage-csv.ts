import { pages } from '#vocabulary/pages.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { download } from './download.ts'
import { nameOfFile, readUsageRecords } from './usage-records.ts'
import type { Route } from './+types/usage-csv.ts'

const header = [
  '回線名',
  '電話番号',
  '開始',
  '終了',
  '高速（バイト）',
  '低速（バイト）',
  '状態',
  '訂正日時',
  '取得日時',
]

export function loader({ context, url }: Route.LoaderArgs) {
  return download(pageOf(context), pages.usage, async () => {
    const { records, ...period } = await readUsageRecords(callOf(context), url)
    const rows = records.flatMap(({ line, rows: own }) =>
      own.map((row) => [
        line?.nickname,
        line?.number,
        row.from,
        row.to,
        row.highSpeedBytes,
        row.lowSpeedBytes,
        row.provisional ? '暫定値' : '確定',
        row.correctedAt,
        row.asOf,
      ]),
    )
    return {
      name: nameOfFile('data-usage', period, 'csv'),
      type: 'text/csv',
      text: csvOf([header, ...rows]),
    }
  })
}
