import { barOf, heightOf, plotHeightPx, slotOf, topOfScale } from './bars-scale.ts'
import { personClass } from './family-ring.tsx'
import { patternOf } from './person-bar.tsx'
import { formatVolume } from './format.ts'

type CapDay = {
  readonly date: string
  readonly label: string
  readonly axis: string
  readonly usedBytes: number
  readonly withinBytes: number
}

type CapChartProps = {
  /** For the ear: the chart in one sentence. */
  readonly caption: string
  readonly days: readonly CapDay[]
  /** Whose line it is. */
  readonly tone: number
  /** A cap that every day is held against. */
  readonly capBytes: number | undefined
}

const GB = 1_000_000_000
const MB = 1_000_000
const NAMED_EVERY = 7

/** The page draws `PersonPatterns` once. What each day used: solid as far as a cap would have let it, in a dashed frame above. */
export function CapChart({ caption, days, tone, capBytes }: CapChartProps) {
  const top = topOfScale(Math.max(capBytes ?? 0, ...days.map(({ usedBytes }) => usedBytes)))
  return (
    <div className={`chart cap-chart ${personClass(tone)}`}>
      <div className="chart__plot">
        <svg role="img" aria-label={caption}>
          <Grid topBytes={top} capBytes={capBytes} />
          {days.map((day, index) => (
            <Day key={day.date} day={day} slot={[index, days.length]} topBytes={top} tone={tone} />
          ))}
          {capBytes === undefined ? null : (
            <line
              className="chart__limit"
              x2="100%"
              y1={plotHeightPx - heightOf(capBytes, top)}
              y2={plotHeightPx - heightOf(capBytes, top)}
            />
          )}
        </svg>
      </div>
    </div>
  )
}

type DayProps = {
  readonly day: CapDay
  readonly slot: readonly [number, number]
  readonly topBytes: number
  readonly tone: number
}

function Day({ day, slot: [index, count], topBytes, tone }: DayProps) {
  const { label, axis, usedBytes, withinBytes } = day
  const bar = barOf(index, count)
  const solid = heightOf(withinBytes, topBytes)
  const whole = heightOf(usedBytes, topBytes)
  const pattern = patternOf(tone)
  const part = { ...bar, y: plotHeightPx - solid, height: solid }
  return (
    <g>
      <title>
        {`${label} じっさい${formatVolume(usedBytes, 'used')}、上限があったら${formatVolume(withinBytes, 'used')}`}
      </title>
      {solid === 0 ? null : <rect className="person__fill" {...part} />}
      {solid === 0 || pattern === undefined ? null : <rect {...part} fill={pattern} />}
      {whole - solid < 1 ? null : (
        <rect className="cap-chart__out" {...bar} y={plotHeightPx - whole} height={whole - solid} />
      )}
      {index % NAMED_EVERY === 0 ? (
        <text x={slotOf(index, count).middle} y={plotHeightPx + 16} textAnchor="middle">
          {axis}
        </text>
      ) : null}
    </g>
  )
}

/** Lines at the ends and the middle; the cap names its own value on the axis, and the nearest gives way to it. */
function Grid({ topBytes, capBytes }: { topBytes: number; capBytes: number | undefined }) {
  const isGb = topBytes >= GB
  const unit = isGb ? GB : MB
  const capY = capBytes === undefined ? undefined : plotHeightPx - heightOf(capBytes, topBytes)
  return (
    <>
      {[0, 0.5, 1].map((share) => {
        const y = plotHeightPx * (1 - share) + 0.5
        return (
          <g key={share}>
            <line className={share === 0 ? 'chart__base' : 'chart__grid'} x2="100%" y1={y} y2={y} />
            {capY !== undefined && Math.abs(capY - y) < 16 ? null : (
              <text x="-8" y={y + 4} textAnchor="end">
                {(topBytes * share) / unit}
              </text>
            )}
          </g>
        )
      })}
      <text x="-8" y="-6" textAnchor="end">
        {isGb ? 'GB' : 'MB'}
      </text>
      {capY === undefined || capBytes === undefined ? null : (
        <>
          <rect className="chart__flag" x="-40" y={capY - 9} width="36" height="18" rx="4" />
          <text className="chart__flagged" x="-22" y={capY + 4} textAnchor="middle">
            {Math.floor((capBytes / unit) * 10) / 10}
          </text>
        </>
      )}
    </>
  )
}
