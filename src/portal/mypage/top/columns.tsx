import { barOf, percentAcross, slotOf } from '#ui/bars-scale.ts'

export type Column = {
  readonly key: string
  readonly value: number
  /** Where it is going to end, drawn as a dashed frame above. */
  readonly expected?: number
  readonly figure: string
  readonly label: string
  /** Not final yet: a dashed frame alone; over already: pale. */
  readonly look?: 'open' | 'past'
  readonly words: string
}

const heightPx = 96
const labelPx = 18

/** A few columns by their numbers, without an axis: each carries its own figure. */
export function Columns({ columns }: { readonly columns: readonly Column[] }) {
  const most = Math.max(1, ...columns.map(({ value, expected = 0 }) => Math.max(value, expected)))
  const pixels = (value: number) => Math.max(2, Math.round((value / most) * heightPx))
  return (
    <svg
      className="columns-chart"
      role="img"
      aria-label={columns.map(({ words }) => words).join('、')}
    >
      {columns.map(({ key, value, expected = 0, figure, label, look }, index) => {
        const { middle } = slotOf(index, columns.length)
        const bar = barOf(index, columns.length)
        const top = labelPx + heightPx - pixels(Math.max(value, expected))
        return (
          <g key={key}>
            {expected > value ? (
              <rect
                className="columns-chart__bar columns-chart__bar--open"
                {...bar}
                y={top}
                height={pixels(expected)}
                rx="4"
              />
            ) : null}
            <rect
              className={`columns-chart__bar${look === undefined ? '' : ` columns-chart__bar--${look}`}`}
              {...bar}
              y={labelPx + heightPx - pixels(value)}
              height={pixels(value)}
              rx="4"
            />
            <text x={middle} y={top - 6} textAnchor="middle">
              {figure}
            </text>
            <text x={middle} y={labelPx + heightPx + 18} textAnchor="middle">
              {label}
            </text>
          </g>
        )
      })}
      <line
        className="columns-chart__base"
        x2={percentAcross(1)}
        y1={labelPx + heightPx + 0.5}
        y2={labelPx + heightPx + 0.5}
      />
    </svg>
  )
}
