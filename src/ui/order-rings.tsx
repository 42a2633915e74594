import { arcPath, pointOn } from './ring-geometry.ts'

type OrderRingsProps = {
  /** From the source outwards. */
  readonly steps: readonly ('done' | 'current' | 'next' | 'failed')[]
  /** How far the current step is, from 0 to 1, by the time it is expected to take. */
  readonly share?: number | undefined
}

/** In units of the geometry's square of 160, which stands for 200. */
const SCALE = 0.8
const radii = [24, 40, 56, 72, 88].map((r) => r * SCALE)
const WIDTH = 8 * SCALE

/**
 * The course of an order: a ring closes for each step from the source outwards, the one under way as far as it is. For
 * the eye only: the steps stand beside it in words. Of more than five the last five are drawn.
 */
export function OrderRings({ steps, share = 0.25 }: OrderRingsProps) {
  return (
    <svg className="order-rings" viewBox="0 0 160 160" aria-hidden="true">
      <circle className="order-rings__source" cx="80" cy="80" r={9 * SCALE} />
      {steps.slice(-radii.length).map((state, index) => {
        const r = radii[index] ?? 0
        if (state === 'current') return <Current key={r} r={r} share={share} />
        return (
          <circle
            key={r}
            className={`order-rings__${state}`}
            cx="80"
            cy="80"
            r={r}
            strokeWidth={state === 'next' ? 1.5 : WIDTH}
          />
        )
      })}
    </svg>
  )
}

/** Closes as far as it is, in 300 ms, once (order-rings.css). */
function Current({ r, share }: { readonly r: number; readonly share: number }) {
  const head = Math.min(Math.max(share, 0.06), 0.94) * 360
  const dot = pointOn(r, head)
  return (
    <>
      <circle className="order-rings__track" cx="80" cy="80" r={r} strokeWidth={WIDTH} />
      <path
        className="order-rings__current"
        d={arcPath({ r, w: 0 }, 0, head)}
        pathLength="100"
        strokeWidth={WIDTH}
      />
      <circle className="order-rings__dot" cx={dot.x} cy={dot.y} r={WIDTH / 2 + 2} />
    </>
  )
}
