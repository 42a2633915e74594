import { callKindLabels } from '#vocabulary/call.ts'
import { taxNames } from '#vocabulary/price.ts'
import { Badge } from '#ui/badge.tsx'
import { formatCount, formatDay, formatDuration, formatTenthsYen, formatTime } from '#ui/format.ts'
import { Table, type Column } from '#ui/table.tsx'
import type { CallLog } from '#portal/mypage/shared/wire.ts'

type Row = CallLog['rows'][number]

const columns: readonly Column<Row>[] = [
  ['日時', ({ at }) => `${formatDay(at)}${formatTime(at)}`, { rowHeader: true }],
  [
    '相手先と種類',
    (row) => (
      <>
        {row.to ?? row.toMasked}・{callKindLabels[row.kind]}・{lengthOf(row)}{' '}
        {row.provisional ? <Badge>暫定値</Badge> : null}
      </>
    ),
  ],
  ['計算', (row) => <Reckoning row={row} />],
  [
    '料金',
    ({ amountTenthsYen, tax }) => `${formatTenthsYen(amountTenthsYen)}（${taxNames[tax]}）`,
    { numeric: true },
  ],
]

/** Every call and message with what it cost and why. */
export function CallTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table
      caption="通話とSMSの明細"
      captionHidden
      lean
      columns={columns}
      rows={rows}
      rowKey={({ recordId }) => recordId}
    />
  )
}

function lengthOf({ durationSeconds, messages }: Row): string {
  if (durationSeconds !== undefined) return formatDuration(durationSeconds)
  return messages === undefined ? '—' : `${formatCount(messages)}通`
}

/** The sum, and on a press how the call was rated. */
function Reckoning({ row: { explanation, reckoning } }: { readonly row: Row }) {
  return (
    <details className="small tap">
      <summary>{explanation}</summary>
      <ul>
        {reckoning.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}
