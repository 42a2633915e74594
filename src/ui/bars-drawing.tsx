import { dayWords } from './bars-day.ts'
import type { BarsDay, BarsForecast } from './bars-day.ts'
import { barOf, heightOf, plotHeightPx, stackOf } from './bars-scale.ts'
import type { Slot } from './bars-scale.ts'
import { formatVolume } from './format.ts'

export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line className="bars__hatch" y2="6" />
      </pattern>
    </defs>
  )
}

export function Scale({ topBytes }: { readonly topBytes: number }) {
  return [0, 0.5, 1].map((share) => {
    const y = plotHeightPx * (1 - share) + 0.5
    return (
      <g key={share}>
        <line className={share === 0 ? 'bars__base' : 'bars__grid'} x2="100%" y1={y} y2={y} />
        <text x="-8" y={y + 4} textAnchor="end">
          {share === 0 ? '0' : formatVolume(topBytes * share, 'quota')}
        </text>
      </g>
    )
  })
}

type DayBarProps = {
  readonly day: BarsDay
  readonly index: number
  readonly count: number
  readonly topBytes: number
  readonly hatchId: string
}

export function DayBar({ day, index, count, topBytes, hatchId }: DayBarProps) {
  const { high, low } = stackOf(day.highBytes, day.lowBytes, topBytes)
  const place = barOf(index, count)
  const mark = day.provisional ? '--provisional' : ''
  const fill = day.provisional ? { fill: `url(#${hatchId})` } : undefined
  return (
    <g>
      <title>{dayWords(day)}</title>
      {high.height === 0 ? null : (
        <rect
          className={day.provisional ? `bars__high${mark}` : 'bars__high'}
          {...place}
          {...high}
          {...fill}
        />
      )}
      {low.height === 0 ? null : (
        <rect className={`bars__low bars__low${mark}`} {...place} {...low} />
      )}
    </g>
  )
}

type ForecastBandProps = BarsForecast & {
  readonly topBytes: number
  readonly slot: Slot
}

export function ForecastBand({ leastBytes, mostBytes, topBytes, slot }: ForecastBandProps) {
  const upper = plotHeightPx - heightOf(mostBytes, topBytes)
  const lower = plotHeightPx - heightOf(leastBytes, topBytes)
  const across = { x1: slot.left, x2: slot.right }
  return (
    <g>
      <rect
        className="bars__forecast"
        x={slot.left}
        width={slot.width}
        y={upper}
        height={lower - upper}
      />
      <line className="bars__forecast-edge" {...across} y1={upper} y2={upper} />
      <line className="bars__forecast-edge" {...across} y1={lower} y2={lower} />
    </g>
  )
}
