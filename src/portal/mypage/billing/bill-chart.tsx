import { billPage } from '#vocabulary/pages.ts'
import { formatCount, formatMonth, formatYen } from '#ui/format.ts'
import type { Bill } from './load.ts'

const HEIGHT = 120
const SLOT = 24
const BAR = 16
const AXIS = 40

/** Bills of up to 24 months as columns, each a link to its month; the list below says the same in words. */
export function BillChart({
  bills,
  chosen,
}: {
  readonly bills: readonly Bill[]
  readonly chosen?: string
}) {
  const months = bills.toReversed()
  if (months.length < 2) return null
  const top = scaleTop(Math.max(...months.map(({ totalYen }) => totalYen), 0))
  const width = AXIS + months.length * SLOT
  return (
    <figure className="bill-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT + 36}`} role="img" aria-label={words(bills)}>
        {[0, 0.5, 1].map((part) => (
          <g key={part} className="bill-chart__line">
            <line x1={AXIS} x2={width} y1={yOf(part)} y2={yOf(part)} />
            <text x={AXIS - 6} y={yOf(part) + 4} textAnchor="end">
              {formatCount(top * part)}
            </text>
          </g>
        ))}
        {months.map((bill, n) => {
          const x = AXIS + n * SLOT
          const height = (Math.max(bill.totalYen, 0) / top) * HEIGHT
          const monthOfYear = Number(bill.month.slice(5))
          return (
            <a
              key={bill.month}
              href={billPage(bill.month)}
              aria-label={`${formatMonth(bill.month)}の請求 ${formatYen(bill.totalYen)}`}
            >
              <rect className="bill-chart__ground" x={x} y={0} width={SLOT} height={HEIGHT + 20} />
              <rect
                className={
                  bill.month === chosen ? 'bill-chart__bar bill-chart__bar--on' : 'bill-chart__bar'
                }
                x={x + (SLOT - BAR) / 2}
                y={HEIGHT + 8 - height}
                width={BAR}
                height={height}
              />
              <text x={x + SLOT / 2} y={HEIGHT + 22} textAnchor="middle">
                {monthOfYear}
              </text>
              {n === 0 || monthOfYear === 1 ? (
                <text x={x + SLOT / 2} y={HEIGHT + 35} textAnchor="middle">
                  {bill.month.slice(0, 4)}
                </text>
              ) : null}
            </a>
          )
        })}
      </svg>
    </figure>
  )
}

const yOf = (part: number) => HEIGHT + 8 - part * HEIGHT

/** The least of 1, 2, 5 × 10ⁿ steps of two that holds the dearest month. */
function scaleTop(most: number): number {
  const steps = [100, 200, 500]
  for (let power = 1; ; power *= 10) {
    const step = steps.find((one) => one * power * 2 >= most)
    if (step !== undefined) return step * power * 2
  }
}

function words(bills: readonly Bill[]): string {
  const [newest] = bills
  const total = bills.reduce((sum, bill) => sum + bill.totalYen, 0)
  return newest === undefined
    ? ''
    : `${bills.length}か月の請求額。最新の${formatMonth(newest.month)}は${formatYen(newest.totalYen)}、平均は${formatYen(Math.round(total / bills.length))}。`
}
