import { splitVolume } from './format.ts'
import { arcPath, layFamily, pointOn } from './ring-geometry.ts'
import type { RingState } from './ring.tsx'

export type RingPerson = {
  readonly id: string
  /** One character, or two digits of a number. */
  readonly initial: string
  readonly usedBytes: number
  /** What the person may use this month: marked at its place. */
  readonly capBytes?: number | undefined
  /** Which colour and pattern is theirs, from 0. */
  readonly tone: number
}

type FamilyRingProps = {
  readonly remainingBytes: number
  readonly people: readonly RingPerson[]
  readonly state: RingState
  /** The word above the figure. */
  readonly word?: string
}

const poolRadius = 71
const poolTrack = { r: poolRadius, w: 15 }
const personTrack = { r: poolRadius, w: 7 }
/** Outside of all others. */
const roomTrack = { r: 79, w: 0 }

/** Colour and pattern of a person, the same in the ring, in the bars and in the charts, whoever else comes or leaves. */
export const personClass = (tone: number) => `person person--${(tone % 3) + 1}`

/**
 * What is left of a shared pool as the thick arc, and who used the rest as thin ones. For the eye only: the list beside
 * it says the same.
 */
export function FamilyRing({ remainingBytes, people, state, word = '残り' }: FamilyRingProps) {
  const { head, arcs } = layFamily(remainingBytes, people)
  const { value, unit } = splitVolume(remainingBytes, 'residual')
  const dot = pointOn(poolRadius, head)
  return (
    <svg className={`ring ring--${state}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className="ring__track" cx="80" cy="80" r={poolRadius} strokeWidth="7" />
      {arcs.map(({ from, to }, index) => (
        <path
          key={people[index]?.id}
          className={`${personClass(people[index]?.tone ?? index)} ring__person`}
          d={arcPath({ ...personTrack, w: 0 }, from, to)}
          strokeWidth={personTrack.w}
        />
      ))}
      {remainingBytes === 0 ? null : (
        <path
          className="ring__arc ring__arc--base"
          d={arcPath(poolTrack, 0, head)}
          strokeWidth={poolTrack.w}
        />
      )}
      <g className="ring__dot">
        <circle className="ring__rim" cx={dot.x} cy={dot.y} r="10.5" />
        <circle cx={dot.x} cy={dot.y} r="8" />
        {state === 'warning' ? (
          <path
            className="ring__mark"
            d={`M${dot.x} ${dot.y - 3.2}v3.6M${dot.x} ${dot.y + 3}v.1`}
          />
        ) : null}
      </g>
      {arcs.map(({ to, capAt }, index) => {
        const person = people[index]
        return person === undefined || capAt === undefined ? null : (
          <Cap key={person.id} tone={person.tone} usedTo={to} at={capAt} />
        )
      })}
      {arcs.map(({ from, to, hasDisc }, index) => {
        const person = people[index]
        return person && hasDisc ? <Disc key={person.id} {...person} at={(from + to) / 2} /> : null
      })}
      <text className="ring__word" x="80" y="57">
        {word}
      </text>
      <text className="ring__figure" x="80" y="93">
        {value}
      </text>
      <text className="ring__unit" x="80" y="110">
        {unit}
      </text>
    </svg>
  )
}

type CapProps = Pick<RingPerson, 'tone'> & { readonly usedTo: number; readonly at: number }

/** The mark of a cap, and as a thin line in the person's colour what may be used until there. */
function Cap({ tone, usedTo, at }: CapProps) {
  const [inner, outer] = [pointOn(poolRadius - 9, at), pointOn(poolRadius + 8, at)]
  return (
    <>
      {at <= usedTo ? null : (
        <path className={`${personClass(tone)} ring__room`} d={arcPath(roomTrack, usedTo, at)} />
      )}
      <path className="ring__cap" d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`} />
    </>
  )
}

type DiscProps = Pick<RingPerson, 'tone' | 'initial'> & { readonly at: number }

function Disc({ tone, initial, at }: DiscProps) {
  const { x, y } = pointOn(poolRadius, at)
  return (
    <g className={personClass(tone)}>
      <circle className="ring__rim" cx={x} cy={y} r="13" />
      <circle className="ring__disc" cx={x} cy={y} r="11" />
      <text className="ring__initial" x={x} y={y + 4.5}>
        {initial}
      </text>
    </g>
  )
}
