import { pointOn } from './ring-geometry.ts'

type ForecastDialProps = {
  /** Days of the month, and how many of them are over. */
  readonly days: number
  readonly over: number
  /** When the data is expected to be gone, in days from the month's beginning; with the early and the late day. */
  readonly empty?: { readonly median: number; readonly early: number; readonly late: number }
  readonly state: 'ok' | 'short' | 'empty'
  /** Up to three short lines in the middle; the second is the big one. */
  readonly words: readonly [before: string, main: string, after?: string]
}

const r = 67.2
const w = 12.8
const tickEvery = 7

/** The month as a ring: solid to now, pale as far as the data is expected to last. For the eye only; the words say it. */
export function ForecastDial({ days, over, empty, state, words }: ForecastDialProps) {
  const at = (day: number) => (Math.min(day, days) / days) * 360
  const until = state === 'empty' ? over : (empty?.median ?? days)
  const [before, main, after] = words
  const dot = pointOn(r, at(over))
  return (
    <svg className={`dial dial--${state}`} viewBox="0 0 160 160" aria-hidden="true">
      {until < days ? (
        <>
          <path className="dial__missing" d={arc(r + w / 2, at(until), 360)} />
          <path className="dial__missing" d={arc(r - w / 2, at(until), 360)} />
        </>
      ) : null}
      {until > over ? <path className="dial__ahead" d={arc(r, at(over), at(until))} /> : null}
      <path className="dial__past" d={arc(r, 0, at(Math.max(over, 0.1)))} />
      {empty === undefined || state === 'empty' ? null : (
        <>
          <path className="dial__unsure" d={arc(r, at(empty.early), at(empty.late))} />
          <path className="dial__bar" d={across(at(empty.median), 11)} />
        </>
      )}
      {Array.from({ length: days }, (_, day) => (
        <path
          key={day}
          className="dial__tick"
          d={ray(at(day), 56 - (day % tickEvery === 0 ? 4 : 1.6), 56)}
        />
      ))}
      <path className="dial__end" d={across(0, 11)} />
      <circle className="dial__rim" cx={dot.x} cy={dot.y} r="8.6" />
      <circle className="dial__dot" cx={dot.x} cy={dot.y} r="6.6" />
      {state === 'ok' ? (
        <>
          <circle className="dial__rim" cx="80" cy={80 - r} r="10.4" />
          <circle className="dial__check" cx="80" cy={80 - r} r="8.8" />
          <path className="dial__tickmark" d={`M76 ${80 - r}l3 3 5-5.6`} />
        </>
      ) : null}
      <text className="dial__word" x="80" y="70">
        {before}
      </text>
      <text className="dial__main" x="80" y="93">
        {main}
      </text>
      {after === undefined ? null : (
        <text className="dial__after" x="80" y="109">
          {after}
        </text>
      )}
    </svg>
  )
}

function arc(radius: number, from: number, to: number): string {
  if (to - from >= 359.9) return `${arc(radius, 0, 180)}${arc(radius, 180, 359.8)}`
  const start = pointOn(radius, from)
  const stop = pointOn(radius, to)
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${stop.x} ${stop.y}`
}

function ray(degrees: number, inner: number, outer: number): string {
  const start = pointOn(inner, degrees)
  const stop = pointOn(outer, degrees)
  return `M${start.x} ${start.y}L${stop.x} ${stop.y}`
}

const across = (degrees: number, half: number) => ray(degrees, r - half, r + half)
