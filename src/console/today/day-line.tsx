import { dueOf, rowKeyOf, type QueueRow } from '#console/queue/row.ts'

/** The desk's day, in hours of Japan. */
const [FROM, TO] = [9, 19]
const hours = [10, 11, 12, 13, 14, 15, 16, 17, 18]

/** Where a moment lies between the ends of the line, in percent. */
function placeOf(instant: string, today: string): number {
  const start = Date.parse(`${today}T00:00:00+09:00`) + FROM * 3_600_000
  const share = (Date.parse(instant) - start) / ((TO - FROM) * 3_600_000)
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
}

type DayLineProps = {
  readonly rows: readonly QueueRow[]
  readonly asOf: string
  readonly today: string
}

/** The day as one line with what falls due on it: the same as the rows below, so it is not read out. */
export function DayLine({ rows, asOf, today }: DayLineProps) {
  const at = (percent: number) => ({ cx: `${percent}%` })
  return (
    <svg className="day-line" aria-hidden="true" width="100%" height="44">
      <line className="day-line__line" x1="0" x2="100%" y1="20" y2="20" />
      <line className="day-line__gone" x1="0" x2={`${placeOf(asOf, today)}%`} y1="20" y2="20" />
      {hours.map((hour) => (
        <text
          key={hour}
          className="day-line__hour"
          x={`${((hour - FROM) / (TO - FROM)) * 100}%`}
          y="40"
        >
          {hour}
        </text>
      ))}
      <line
        className="day-line__now"
        x1={`${placeOf(asOf, today)}%`}
        x2={`${placeOf(asOf, today)}%`}
        y1="10"
        y2="30"
      />
      {rows.map((row) => (
        <circle
          key={rowKeyOf(row)}
          className={dueOf(row, asOf).group === 'overdue' ? 'day-line__over' : 'day-line__due'}
          {...at(placeOf(row.due, today))}
          cy="20"
          r="5"
        />
      ))}
    </svg>
  )
}
