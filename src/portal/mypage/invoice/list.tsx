import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { formatDate, formatMonth, formatYen } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Table, type Column } from '#ui/table.tsx'
import type { Issued } from './load.ts'

type Entry = {
  readonly href: string
  readonly month: string
  readonly totalYen: number
  readonly issued?: Issued | undefined
}

/** What was and can be issued, a table a year. */
export function YearLists({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const years = Map.groupBy(entries, ({ month }) => month.slice(0, 4))
  return [...years].map(([year, ofYear]) => (
    <Section key={year} id={`year-${year}`} title={`${year}年`}>
      <Table<Entry>
        caption={`${year}年の書類`}
        captionHidden
        lean
        rows={ofYear}
        rowKey={({ month }) => month}
        columns={ofYear.some(({ issued }) => issued !== undefined) ? [...columns, number] : columns}
      />
    </Section>
  ))
}

const columns: readonly Column<Entry>[] = [
  [
    '月',
    ({ href, month, issued }) => (
      <a href={href}>
        {formatMonth(month)}分
        <span className="visually-hidden">
          {issued === undefined ? 'の内容を確認して発行する' : 'を開く'}
        </span>
      </a>
    ),
    { rowHeader: true },
  ],
  ['金額', ({ totalYen }) => formatYen(totalYen), { numeric: true }],
  [
    '状態',
    ({ issued }) =>
      issued === undefined ? <Badge>発行できます</Badge> : <Badge tone="good">発行済み</Badge>,
  ],
]

/** Only where one was issued: a column of nothing says nothing. */
const number: Column<Entry> = [
  '番号と発行日',
  ({ issued }) =>
    issued === undefined ? '' : `${issued.invoiceNo}（${formatDate(issued.issuedAt)}）`,
]
