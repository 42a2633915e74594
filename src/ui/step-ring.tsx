import { arcPath, pointOn } from './ring-geometry.ts'

const procedureSteps = ['入力', '確認', '完了'] as const

type StepRingProps = {
  /** Counted from 0. */
  readonly current: number
  readonly steps?: readonly string[] | undefined
  /** The last step is one to take too: nothing is done yet when one is at it. */
  readonly isFilling?: boolean
}

/** Units of the ring's square to the 160 of the geometry: r 19 and w 6 in 44 px. */
const SCALE = 160 / 44
const GAP = 14
const track = { r: 19 * SCALE, w: 6 * SCALE }

/** How far one is in a procedure: an arc for each step, the dot at the head; the number, and a check when all is done. */
export function StepRing({ current, steps = procedureSteps, isFilling = false }: StepRingProps) {
  const angle = 360 / steps.length
  const isDone = !isFilling && current === steps.length - 1
  const head = pointOn(track.r, (current + 1) * angle - GAP / 2)
  return (
    <p className={current === 0 ? 'step-ring step-ring--first' : 'step-ring'}>
      <svg viewBox="0 0 160 160" width="44" height="44" aria-hidden="true">
        {steps.map((step, index) => (
          <path
            key={step}
            className={index <= current ? 'step-ring__passed' : 'step-ring__ahead'}
            d={arcPath(
              { r: track.r, w: 0 },
              index * angle + GAP / 2,
              (index + 1) * angle - GAP / 2,
            )}
            strokeWidth={track.w}
          />
        ))}
        {isDone ? (
          <path className="step-ring__check" d="M58 82l15 15 30-31" />
        ) : (
          <>
            <circle className="step-ring__dot" cx={head.x} cy={head.y} r={track.w / 2 + 3} />
            <text x="80" y="98">
              {current + 1}
            </text>
          </>
        )}
      </svg>
      <span className="visually-hidden">
        手順 {current + 1}/{steps.length}：{steps[current]}
      </span>
    </p>
  )
}
