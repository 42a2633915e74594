import { billPage } from '#vocabulary/pages.ts'
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
  const months = newestFirst.toReversed()
  if (months.length < 2) return null
  const top = Math.max(...months.map(({ totalYen }) => totalYen), 1)
  const width = months.length * SLOT
  const height = HEAD + HEIGHT + 40
  return (
    <figure className="bill-chart" aria-label={words(newestFirst)}>
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
    <a
      href={billPage(bill.month)}
      aria-label={`${formatMonth(bill.month)}分の請求 ${formatYen(bill.totalYen)}`}
      aria-current={isChosen ? 'page' : undefined}
    >
      <rect className="bill-chart__ground" x={x} y={0} width={SLOT} height={HEAD + HEIGHT + 40} />
      <rect
        className="bill-chart__bar"
        x={middle - BAR / 2}
        y={HEAD + HEIGHT - height}
        width={BAR}
        height={height}
      />
      <text x={middle} y={HEAD + HEIGHT - height - 5} textAnchor="middle">
        {formatCount(bill.totalYen)}
      </text>
      <text x={middle} y={HEAD + HEIGHT + 16} textAnchor="middle">
        {monthOfYear}月
      </text>
      {n === 0 || monthOfYear === 1 ? (
        <text x={middle} y={HEAD + HEIGHT + 32} textAnchor="middle">
          {bill.month.slice(0, 4)}
        </text>
      ) : null}
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
