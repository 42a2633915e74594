import { formatCount, formatMonth, formatYen } from '#ui/format.ts'
import type { BilledMonth } from './load.ts'

const HEIGHT = 120
const HEAD = 20
/** Wide enough for a thumb. */
const SLOT = 48
const BAR = 28

/**
 * Bills of up to 24 months as columns, each a link to its month, its amount above it; the table says the same in words.
 * Where they do not fit they scroll, beginning with the newest.
 */
export function BillChart({
  months: newestFirst,
  chosen,
}: {
  readonly months: readonly BilledMonth[]
  readonly chosen?: string
}) {
  // An old bill's chart ends with it, and says nothing of the bills that came after.
  const until = newestFirst.filter(({ month }) => chosen === undefined || month <= chosen)
  const months = until.toReversed()
  if (months.length < 2) return null
  const top = Math.max(...months.map(({ totalYen }) => totalYen), 1)
  const width = months.length * SLOT
  const height = HEAD + HEIGHT + 40
  return (
    <figure className="bill-chart" aria-label={words(until)}>
      <div className="bill-chart__frame" tabIndex={0} role="group" aria-label="月ごとの請求の図">
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
          <line
            className="bill-chart__line"
            x1={0}
            x2={width}
            y1={HEAD + HEIGHT}
            y2={HEAD + HEIGHT}
          />
          {months.map((bill, n) => (
            <Column key={bill.month} bill={bill} n={n} top={top} isChosen={bill.month === chosen} />
          ))}
        </svg>
      </div>
    </figure>
  )
}

function Column({
  bill,
  n,
  top,
  isChosen,
}: {
  readonly bill: BilledMonth
  readonly n: number
  readonly top: number
  readonly isChosen: boolean
}) {
  const x = n * SLOT
  const middle = x + SLOT / 2
  const height = (Math.max(bill.totalYen, 0) / top) * HEIGHT
  const monthOfYear = Number(bill.month.slice(5))
  return (
    <a href={bill.path} aria-current={isChosen ? 'page' : undefined}>
      <rect className="bill-chart__ground" x={x} y={0} width={SLOT} height={HEAD + HEIGHT + 40} />
      <rect
        className="bill-chart__bar"
        x={middle - BAR / 2}
        y={HEAD + HEIGHT - height}
        width={BAR}
        height={height}
      />
      {/* Read as drawn, and whole: the year and the yen are there for those who hear it, where a column has no room. */}
      <g textAnchor="middle">
        <text
          className={n === 0 || monthOfYear === 1 ? undefined : 'bill-chart__unseen'}
          x={middle}
          y={HEAD + HEIGHT + 32}
        >
          {bill.month.slice(0, 4)}年
        </text>
        <text x={middle} y={HEAD + HEIGHT + 16}>
          {monthOfYear}月
        </text>
        <text x={middle} y={HEAD + HEIGHT - height - 5}>
          {formatCount(bill.totalYen)}
          <tspan className="bill-chart__unseen">円</tspan>
        </text>
      </g>
    </a>
  )
}

function words(bills: readonly BilledMonth[]): string {
  const [newest] = bills
  const total = bills.reduce((sum, bill) => sum + bill.totalYen, 0)
  return newest === undefined
    ? ''
    : `${bills.length}か月の請求額。最新の${formatMonth(newest.month)}は${formatYen(newest.totalYen)}、平均は${formatYen(Math.round(total / bills.length))}。`
}
