import { useId } from 'react'
import { Accordion } from '#ui/accordion.tsx'
import { Hatch, Scale } from '#ui/bars-drawing.tsx'
import { barOf, plotHeightPx, slotOf, stackOf, topOfScale } from '#ui/bars-scale.ts'
import { formatMonth, formatVolume } from '#ui/format.ts'
import { Table } from '#ui/table.tsx'
import type { Usage } from '#portal/mypage/shared/wire.ts'

type Months = Usage['months']

type MonthBarsProps = { readonly caption: string; readonly months: Months }

/** Use by month as the day chart draws it; the table below says the same, and what was granted. */
export function MonthBars({ caption, months }: MonthBarsProps) {
  const hatchId = `hatch-${useId()}`
  const top = topOfScale(
    Math.max(
      0,
      ...months.map(({ highSpeedBytes, lowSpeedBytes }) => highSpeedBytes + lowSpeedBytes),
    ),
  )
  return (
    <figure className="bars flow">
      <figcaption>{caption}</figcaption>
      <p className="small muted">
        塗りつぶした部分が高速、白い部分が低速です。斜線の月は暫定値です。
      </p>
      <div className="bars__plot">
        <svg role="img" aria-label={`${caption}。月ごとの値は下の表にあります。`}>
          <Hatch id={hatchId} />
          <Scale topBytes={top} />
          {months.map((month, index) => (
            <MonthBar
              key={month.month}
              {...{ month, index, hatchId }}
              count={months.length}
              topBytes={top}
            />
          ))}
        </svg>
      </div>
      <Accordion title="表で見る">
        <MonthTable caption={caption} months={months} />
      </Accordion>
    </figure>
  )
}

type MonthBarProps = {
  readonly month: Months[number]
  readonly index: number
  readonly count: number
  readonly topBytes: number
  readonly hatchId: string
}

/** Every third month is named, counted from the last. */
const namedEvery = 3

function MonthBar({ month, index, count, topBytes, hatchId }: MonthBarProps) {
  const { high, low } = stackOf(month.highSpeedBytes, month.lowSpeedBytes, topBytes)
  const place = barOf(index, count)
  const mark = month.provisional ? '--provisional' : ''
  const fill = month.provisional ? { fill: `url(#${hatchId})` } : undefined
  return (
    <g>
      <title>{wordsOf(month)}</title>
      {high.height === 0 ? null : (
        <rect className={`bars__high${mark}`} {...place} {...high} {...fill} />
      )}
      {low.height === 0 ? null : (
        <rect className={`bars__low bars__low${mark}`} {...place} {...low} />
      )}
      {(count - 1 - index) % namedEvery === 0 ? (
        <text x={slotOf(index, count).middle} y={plotHeightPx + 20} textAnchor="middle">
          {formatMonth(month.month).replace(/^\d+年/, '')}
        </text>
      ) : null}
    </g>
  )
}

function wordsOf({ month, highSpeedBytes, lowSpeedBytes, provisional }: Months[number]): string {
  const words = `${formatMonth(month)} 高速 ${formatVolume(highSpeedBytes, 'used')}、低速 ${formatVolume(lowSpeedBytes, 'used')}`
  return provisional ? `${words}（暫定値）` : words
}

function MonthTable({ caption, months }: MonthBarsProps) {
  return (
    <Table
      caption={`${caption}（表）`}
      captionHidden
      columns={[
        { header: '月', cell: ({ month }) => formatMonth(month), rowHeader: true },
        { header: '高速', cell: (row) => formatVolume(row.highSpeedBytes, 'used'), numeric: true },
        { header: '低速', cell: (row) => formatVolume(row.lowSpeedBytes, 'used'), numeric: true },
        { header: '付与', cell: (row) => formatVolume(row.grantedBytes, 'quota'), numeric: true },
        { header: '状態', cell: ({ provisional }) => (provisional ? '暫定値' : '確定') },
      ]}
      rows={[...months].reverse()}
      rowKey={({ month }) => month}
    />
  )
}
