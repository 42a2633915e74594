import type { Entry } from './entries.ts'

/** The desk's day from half an hour before it opens, in hours of Japan. */
const [FROM, TO] = [9.5, 18]
const hours = [10, 11, 12, 13, 14, 15, 16, 17, 18]

/** Where a moment lies between the ends of the line, in percent; undefined where it does not. */
export function placeOf(instant: string, today: string): number | undefined {
  const start = Date.parse(`${today}T00:00:00+09:00`) + FROM * 3_600_000
  const share = (Date.parse(instant) - start) / ((TO - FROM) * 3_600_000)
  return share < 0 || share > 1 ? undefined : Math.round(share * 1000) / 10
}

type DayLineProps = {
  readonly entries: readonly Entry[]
  readonly asOf: string
  readonly today: string
}

/** The day as one line with what falls due on it: the same as the rows below, so it is not read out. */
export function DayLine({ entries, asOf, today }: DayLineProps) {
  const now = placeOf(asOf, today)
  const isBefore = Date.parse(asOf) < Date.parse(`${today}T12:00:00+09:00`)
  const gone = now ?? (isBefore ? 0 : 100)
  return (
    <svg className="day-line" aria-hidden="true" width="100%" height="48">
      <line className="day-line__line" x1="0" x2="100%" y1="24" y2="24" />
      <line className="day-line__gone" x1="0" x2={`${gone}%`} y1="24" y2="24" />
      {hours.map((hour) => (
        <text
          key={hour}
          className={hour === TO ? 'day-line__hour day-line__hour--last' : 'day-line__hour'}
          x={`${((hour - FROM) / (TO - FROM)) * 100}%`}
          y="44"
        >
          {hour}
        </text>
      ))}
      {now === undefined ? null : (
        <>
          <line className="day-line__now" x1={`${now}%`} x2={`${now}%`} y1="15" y2="33" />
          <text className="day-line__time" x={`${now}%`} y="12">
            {asOf.slice(11, 16)}
          </text>
        </>
      )}
      {entries.map(({ key, due, dueAt }) => {
        const at = placeOf(dueAt, today)
        if (at === undefined) return null
        return (
          <circle
            key={key}
            className={due.group === 'overdue' ? 'day-line__over' : 'day-line__due'}
            cx={`${at}%`}
            cy="24"
            r="5"
          />
        )
      })}
    </svg>
  )
}
