import type { Usage } from '#portal/mypage/shared/wire.ts'
import { chartWords } from '#ui/bars-day.ts'
import { BarsTable } from '#ui/bars-table.tsx'
import { Card } from '#ui/card.tsx'
import { formatMonth, formatTime, formatVolume } from '#ui/format.ts'
import { StackChart } from '#ui/stack-chart.tsx'
import { Table } from '#ui/table.tsx'
import { dailyLimitBytes, dayColumns, monthColumns, type Series } from './usage-columns.ts'

type ChartProps = { readonly usage: Usage; readonly series: Series }

type DayChartProps = ChartProps & {
  /** What is left of the pool; absent where it says nothing of the days to come. */
  readonly leftBytes: number | undefined
}

export function DayChart({ usage, series, leftBytes }: DayChartProps) {
  const days = usage.days.map((day) => ({
    date: day.date,
    highBytes: day.highSpeedBytes,
    lowBytes: day.lowSpeedBytes,
    provisional: day.provisional,
  }))
  const caption = `${days.length}日間の利用量`
  const limit = leftBytes === undefined ? undefined : dailyLimitBytes(leftBytes, usage.asOf)
  const isUnused = days.every(({ highBytes, lowBytes }) => highBytes + lowBytes === 0)
  const isSlow = days.some(({ lowBytes }) => lowBytes > 0)
  const isToday = days.at(-1)?.provisional === true
  return (
    <Card id="days">
      <StackChart
        title={`${days.length}日間`}
        caption={chartWords(caption, days)}
        pickLabel="日を選ぶ"
        columns={dayColumns(usage, series)}
        series={series.names}
        limitBytes={limit}
        table={<BarsTable caption={caption} days={days} />}
      >
        {isUnused ? (
          <p className="small">
            {isToday ? '利用があると、1日ずつ棒で表示します。' : 'この期間のご利用はありません。'}
          </p>
        ) : (
          <p className="small muted">
            {limit === undefined ? null : (
              <span className="chart__note">
                <span className="chart__dash" aria-hidden="true" />
                これから1日{formatVolume(limit, 'residual')}までなら、月末まで足ります。
              </span>
            )}
            {isSlow ? '点線の枠は低速。' : ''}
            {isToday ? `今日は${formatTime(usage.asOf)}までの暫定値。` : ''}
          </p>
        )}
      </StackChart>
    </Card>
  )
}

export function MonthChart({ usage, series }: ChartProps) {
  const { months, forecast } = usage
  const columns = monthColumns(usage, series, forecast?.expectedBytes)
  const caption = `${months.length}か月間の利用量`
  const isExact = months.some(({ usableBytes }) => usableBytes !== undefined)
  return (
    <Card id="months">
      <StackChart
        title={`${months.length}か月`}
        caption={`${caption}。月ごとの値は表にあります。`}
        pickLabel="月を選ぶ"
        columns={columns}
        series={series.names}
        table={<MonthTable caption={caption} months={months} />}
      >
        {columns.some(({ limitBytes }) => limitBytes !== undefined) ? (
          <p className="small muted">
            <span className="chart__key" aria-hidden="true" />
            {isExact ? '使える量' : '付与された量'}
            {columns.some(({ usedUp }) => usedUp) ? '　▼ 使い切った月' : ''}
          </p>
        ) : null}
      </StackChart>
    </Card>
  )
}

const grantedColumn = [
  '付与',
  (row: Usage['months'][number]) => formatVolume(row.grantedBytes, 'quota'),
  { numeric: true },
] as const

type MonthTableProps = { readonly caption: string; readonly months: Usage['months'] }

function MonthTable({ caption, months }: MonthTableProps) {
  // To the user of a line nothing is said of what all were given.
  const isGranted = months.some(({ grantedBytes }) => grantedBytes > 0)
  return (
    <Table
      caption={`${caption}（表）`}
      captionHidden
      columns={[
        ['月', ({ month }) => formatMonth(month), { rowHeader: true }],
        ['高速', (row) => formatVolume(row.highSpeedBytes, 'used'), { numeric: true }],
        ['低速', (row) => formatVolume(row.lowSpeedBytes, 'used'), { numeric: true }],
        ...(isGranted ? [grantedColumn] : []),
        ['状態', ({ provisional }) => (provisional ? '暫定値' : '確定')],
      ]}
      rows={[...months].reverse()}
      rowKey={({ month }) => month}
    />
  )
}
