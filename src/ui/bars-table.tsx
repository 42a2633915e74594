import type { BarsDay } from './bars-day.ts'
import { formatDay, formatVolume } from './format.ts'
import { Table } from './table.tsx'

type TableRow = {
  readonly date: string
  readonly high: string
  readonly low: string
  readonly state: string
}

type BarsTableProps = {
  readonly caption: string
  readonly days: readonly BarsDay[]
}

/** The chart in figures, day by day. */
export function BarsTable({ caption, days }: BarsTableProps) {
  const rows: TableRow[] = days.map((day) => ({
    date: day.date,
    high: formatVolume(day.highBytes, 'used'),
    low: formatVolume(day.lowBytes, 'used'),
    state: day.provisional ? '暫定値' : '確定',
  }))
  return (
    <Table
      caption={`${caption}（表）`}
      captionHidden
      columns={[
        ['日付', ({ date }) => formatDay(date), { rowHeader: true }],
        ['高速', ({ high }) => high, { numeric: true }],
        ['低速', ({ low }) => low, { numeric: true }],
        ['状態', ({ state }) => state],
      ]}
      rows={rows}
      rowKey={({ date }) => date}
    />
  )
}
