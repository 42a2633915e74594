import { arcPath, pointOn } from './ring-geometry.ts'

type OrderRingsProps = {
  /** From the source outwards. */
  readonly steps: readonly ('done' | 'current' | 'next' | 'failed')[]
  /** How far the current step is, from 0 to 1, by the time it is expected to take. */
  readonly share?: number | undefined
}

/** In units of the geometry's square of 160, which is drawn as 200. */
const SCALE = 0.8

/** Five rings stand at 24, 40, 56, 72 and 88; fewer keep to the outside, more share the room. */
function radiusOf(index: number, count: number): number {
  const gap = count < 5 ? 20 : 64 / (count - 1)
  return (88 - (count - 1 - index) * gap) * SCALE
}

const widthOf = (count: number) => 8 * SCALE * Math.min(1, 5 / count)

/**
 * The course of an order: a ring closes for each step from the source outwards, the one under way as far as it is. For
 * the eye only: the steps stand beside it in words.
 */
export function OrderRings({ steps, share = 0.25 }: OrderRingsProps) {
  const width = widthOf(steps.length)
  return (
    <svg className="order-rings" viewBox="0 0 160 160" aria-hidden="true">
      <circle className="order-rings__source" cx="80" cy="80" r={9 * SCALE} />
      {steps.map((state, index) => {
        const r = radiusOf(index, steps.length)
        if (state === 'current') return <Current key={r} {...{ r, width, share }} />
        return (
          <circle
            key={r}
            className={`order-rings__${state}`}
            cx="80"
            cy="80"
            r={r}
            strokeWidth={state === 'next' ? 1.5 : width}
          />
        )
      })}
    </svg>
  )
}

/** Closes as far as it is, in 300 ms, once (order-rings.css). */
function Current({ r, width, share }: Readonly<Record<'r' | 'width' | 'share', number>>) {
  const head = Math.min(Math.max(share, 0.06), 0.94) * 360
  const dot = pointOn(r, head)
  return (
    <>
      <circle className="order-rings__track" cx="80" cy="80" r={r} strokeWidth={width} />
      <path
        className="order-rings__current"
        d={arcPath({ r, w: 0 }, 0, head)}
        pathLength="100"
        strokeWidth={width}
      />
      <circle className="order-rings__dot" cx={dot.x} cy={dot.y} r={width / 2 + 2} />
    </>
  )
}
