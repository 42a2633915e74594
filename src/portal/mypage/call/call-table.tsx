import { callKindLabels } from '#vocabulary/call.ts'
import { formatTenthsYen, taxWords } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { formatCount, formatDateTime, formatDuration } from '#ui/format.ts'
import { Table } from '#ui/table.tsx'
import type { CallLog } from '#portal/mypage/shared/wire.ts'

type Row = CallLog['rows'][number]

const columns = [
  { header: '日時', cell: ({ at }: Row) => formatDateTime(at), rowHeader: true },
  {
    header: '種類',
    cell: ({ kind, provisional }: Row) => (
      <>
        {callKindLabels[kind]} {provisional ? <Badge>暫定値</Badge> : null}
      </>
    ),
  },
  { header: '相手先', cell: ({ toMasked }: Row) => toMasked },
  { header: '時間・通数', cell: lengthOf, numeric: true },
  { header: '計算', cell: (row: Row) => <Reckoning row={row} /> },
  {
    header: '料金',
    cell: ({ amountTenthsYen, tax }: Row) =>
      `${formatTenthsYen(amountTenthsYen)}（${taxWords[tax]}）`,
    numeric: true,
  },
]

/** Every call and message with what it cost and why. */
export function CallTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table
      caption="通話とSMSの明細"
      captionHidden
      stack
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

function Reckoning({ row: { explanation, freeSeconds } }: { readonly row: Row }) {
  return (
    <span className="small">
      {explanation}
      {freeSeconds === undefined || freeSeconds === 0
        ? ''
        : `（無料分 ${formatDuration(freeSeconds)}）`}
    </span>
  )
}
