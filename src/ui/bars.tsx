import { useId } from 'react'
import { Accordion } from './accordion.tsx'
import { chartWords } from './bars-day.ts'
import type { BarsDay, BarsForecast } from './bars-day.ts'
import { DayBar, ForecastBand, Hatch, Scale } from './bars-drawing.tsx'
import { plotHeightPx, slotOf, topOfScale } from './bars-scale.ts'
import { BarsTable } from './bars-table.tsx'

type BarsProps = {
  readonly caption: string
  readonly days: readonly BarsDay[]
  readonly forecast?: readonly BarsForecast[]
}

/** Use by day, drawn on the server: high and low speed apart. The table below the chart says the same. */
export function Bars({ caption, days, forecast = [] }: BarsProps) {
  const hatchId = `hatch-${useId()}`
  const top = topOfScale(
    Math.max(
      ...days.map(({ highBytes, lowBytes }) => highBytes + lowBytes),
      ...forecast.map(({ mostBytes }) => mostBytes),
      0,
    ),
  )
  const count = days.length + forecast.length
  const dates = [...days, ...forecast].map(({ date }) => date)
  return (
    <figure className="bars flow">
      <figcaption>{caption}</figcaption>
      <Legend hatchId={hatchId} forecast={forecast.length > 0} />
      <div className="bars__plot">
        <svg role="img" aria-label={chartWords(caption, days)}>
          <Hatch id={hatchId} />
          <Scale topBytes={top} />
          {forecast.map((day, index) => (
            <ForecastBand
              key={day.date}
              {...day}
              topBytes={top}
              slot={slotOf(days.length + index, count)}
            />
          ))}
          {days.map((day, index) => (
            <DayBar key={day.date} {...{ day, index, count, topBytes: top, hatchId }} />
          ))}
          {dates.map((date, index) =>
            index % 7 === 0 ? (
              <text
                key={date}
                x={slotOf(index, count).middle}
                y={plotHeightPx + 20}
                textAnchor="middle"
              >
                {date.slice(5).replace(/^0/, '').replace(/-0?/, '/')}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <Accordion title="表で見る">
        <BarsTable {...{ caption, days, forecast }} />
      </Accordion>
    </figure>
  )
}

function Legend({ hatchId, forecast }: { readonly hatchId: string; readonly forecast: boolean }) {
  const entries = [
    ['高速', <rect key="" className="bars__high" width="14" height="14" />],
    ['低速', <rect key="" className="bars__low" x="1" y="1" width="12" height="12" />],
    [
      '暫定値',
      <rect
        key=""
        className="bars__high--provisional"
        x="1"
        y="1"
        width="12"
        height="12"
        fill={`url(#${hatchId})`}
      />,
    ],
  ] as const
  return (
    <ul className="bars__legend" role="list">
      {entries.map(([word, swatch]) => (
        <li key={word}>
          <svg aria-hidden="true">{swatch}</svg>
          {word}
        </li>
      ))}
      {forecast ? (
        <li>
          <svg aria-hidden="true">
            <rect className="bars__forecast" width="14" height="14" />
            <line className="bars__forecast-edge" x2="14" y1="1" y2="1" />
            <line className="bars__forecast-edge" x2="14" y1="13" y2="13" />
          </svg>
          見込み（少ない場合から多い場合まで）
        </li>
      ) : null}
    </ul>
  )
}
