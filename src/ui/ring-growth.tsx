import { arcPath, type Track } from './ring-geometry.ts'
import { splitVolume } from './format.ts'

type GrowthProps = {
  readonly kind: string
  readonly track: Track
  readonly from: number
  readonly to: number
}

/**
 * What is drawn while an arc arrives (ring.css: 300 ms, once; not at all under reduced motion): the arc from its foot, the
 * dot at its head. The ring itself shows the final frame when they are done.
 */
export function Growth({ kind, track, from, to }: GrowthProps) {
  const path = arcPath({ r: track.r, w: 0 }, from, to)
  return (
    <g className="ring__growth">
      <path
        className={`ring__arc ring__arc--${kind}`}
        d={path}
        pathLength="100"
        strokeWidth={track.w}
      />
      <path className="ring__head" d={path} pathLength="100" strokeWidth={track.w + 1} />
    </g>
  )
}

/** The figure on its way from one volume to the next, a frame every 100 ms. */
export function CountedFigure({ from, to }: { readonly from: number; readonly to: number }) {
  return [0, 1, 2].map((frame) => {
    const { value, unit } = splitVolume(Math.round(from + ((to - from) * frame) / 3), 'residual')
    return (
      <g key={frame} className={`ring__frame ring__frame--${frame}`}>
        <RingFigure value={value} unit={unit} />
      </g>
    )
  })
}

/** The number in the middle of a ring, and its unit below. */
export function RingFigure({ value, unit }: { readonly value: string; readonly unit: string }) {
  return (
    <>
      <text className="ring__figure" x="80" y="93">
        {value}
      </text>
      <text className="ring__unit" x="80" y="110">
        {unit}
      </text>
    </>
  )
}
