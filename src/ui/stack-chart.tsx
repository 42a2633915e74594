import { useId, useState, type ReactNode } from 'react'
import { barOf, heightOf, plotHeightPx, slotOf, topOfScale } from './bars-scale.ts'
import { personClass } from './family-ring.tsx'
import { formatVolume } from './format.ts'
import { patternOf } from './person-bar.tsx'

export type StackColumn = {
  readonly key: string
  /** As the panel names it. */
  readonly label: string
  /** Below the axis, where there is room for it. */
  readonly axis?: string
  /** Below that, at the first column of a year; a line is drawn before it. */
  readonly year?: string
  /** One volume a series, from below. */
  readonly bytes: readonly number[]
  readonly lowBytes: number
  readonly provisional: boolean
  /** What could be used in this column. */
  readonly limitBytes?: number | undefined
  readonly usedUp?: boolean
  /** The whole column in words. */
  readonly words: string
  /** Shown in the panel below the figures. */
  readonly note?: string
}

export type ChartSeries = { readonly name: string; readonly tone: number }

type StackChartProps = {
  readonly title: string
  /** For the ear: the chart in one sentence. */
  readonly caption: string
  readonly pickLabel: string
  readonly columns: readonly StackColumn[]
  /** Names of the series, each with its colour and pattern; one series needs none. */
  readonly series: readonly ChartSeries[]
  /** A line over all columns. */
  readonly limitBytes?: number | undefined
  readonly children?: ReactNode
  /** The same in figures, one press away. */
  readonly table: ReactNode
}

const GB = 1_000_000_000

/**
 * Columns of stacked volumes. The chosen one is shown in a panel of fixed height above, so that nothing moves; it is
 * chosen by a tap, a drag or the arrow keys. Without script the last one is shown there, and the table has the others.
 */
export function StackChart(props: StackChartProps) {
  const { title, caption, pickLabel, columns, series, limitBytes, table } = props
  const [picked, setPicked] = useState(columns.length - 1)
  const id = useId()
  const column = columns[picked]
  const most = Math.max(limitBytes ?? 0, ...columns.map(({ limitBytes: own }) => own ?? 0))
  const top = topOfScale(Math.max(most, ...columns.map(heightOfColumn)))
  const isGb = top >= GB
  const hasYears = columns.some(({ year }) => year !== undefined)
  if (column === undefined) return null
  return (
    <figure className={hasYears ? 'chart chart--years' : 'chart'} aria-labelledby={id}>
      <figcaption className="chart__head">
        <h2 id={id}>{title}</h2>
        <span className="small muted">{isGb ? 'GB' : 'MB'}</span>
      </figcaption>
      <div className="chart__panel">
        <p className="chart__chosen">
          <strong>{column.label}</strong>
          <strong>{formatVolume(sum(column.bytes), 'used')}</strong>
        </p>
        <p className="chart__parts">
          {series.length < 2
            ? null
            : series.map(({ name, tone }, index) => (
                <span key={name} className={`chart__part ${personClass(tone)}`}>
                  <Swatch index={tone} />
                  {name} <b>{formatVolume(column.bytes[index] ?? 0, 'used')}</b>
                </span>
              ))}
          {column.lowBytes === 0 ? null : (
            <span className="chart__part">
              低速 <b>{formatVolume(column.lowBytes, 'used')}</b>
            </span>
          )}
          {column.note === undefined ? null : <span>{column.note}</span>}
        </p>
      </div>
      <div className="chart__plot">
        <input
          className={`chart__pick chart__pick--${columns.length}`}
          type="range"
          min={0}
          max={columns.length - 1}
          step={1}
          value={picked}
          aria-label={pickLabel}
          aria-valuetext={column.words}
          onChange={(event) => setPicked(event.currentTarget.valueAsNumber)}
        />
        <svg role="img" aria-label={caption}>
          <Grid topBytes={top} isGb={isGb} limitBytes={limitBytes} />
          {columns.map((one, index) => (
            <Column
              key={one.key}
              column={one}
              index={index}
              count={columns.length}
              topBytes={top}
              tones={series.length < 2 ? [] : series.map(({ tone }) => tone)}
              isPicked={index === picked}
            />
          ))}
          {limitBytes === undefined ? null : (
            <line className="chart__limit" x2="100%" {...levelOf(limitBytes, top)} />
          )}
        </svg>
      </div>
      {props.children}
      <details className="chart__table">
        <summary>表で見る</summary>
        {table}
      </details>
    </figure>
  )
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const heightOfColumn = ({ bytes, lowBytes }: StackColumn) => sum(bytes) + lowBytes

function levelOf(bytes: number, topBytes: number) {
  const y = plotHeightPx - heightOf(bytes, topBytes)
  return { y1: y, y2: y }
}

function Swatch({ index }: { readonly index: number }) {
  const pattern = patternOf(index)
  return (
    <svg className="chart__swatch" aria-hidden="true">
      <rect className="person__fill" width="12" height="12" rx="2" />
      {pattern === undefined ? null : <rect width="12" height="12" fill={pattern} />}
    </svg>
  )
}

type GridProps = {
  readonly topBytes: number
  readonly isGb: boolean
  readonly limitBytes: number | undefined
}

/** Lines at the ends and the middle; the limit names its own value on the axis, and the nearest gives way to it. */
function Grid({ topBytes, isGb, limitBytes }: GridProps) {
  const unit = isGb ? GB : 1_000_000
  const limitY =
    limitBytes === undefined ? undefined : plotHeightPx - heightOf(limitBytes, topBytes)
  return (
    <>
      {[0, 0.5, 1].map((share) => {
        const y = plotHeightPx * (1 - share) + 0.5
        const isCovered = limitY !== undefined && Math.abs(limitY - y) < 16
        return (
          <g key={share}>
            <line className={share === 0 ? 'chart__base' : 'chart__grid'} x2="100%" y1={y} y2={y} />
            {isCovered ? null : (
              <text x="-8" y={y + 4} textAnchor="end">
                {(topBytes * share) / unit}
              </text>
            )}
          </g>
        )
      })}
      {limitBytes === undefined || limitY === undefined ? null : (
        <>
          <rect className="chart__flag" x="-42" y={limitY - 9} width="42" height="18" rx="4" />
          <text className="chart__flagged" x="-21" y={limitY + 4} textAnchor="middle">
            {flagOf(limitBytes, isGb)}
          </text>
        </>
      )}
    </>
  )
}

/** In the unit of the axis; below 1 GB in MB, which then names itself. */
function flagOf(bytes: number, isGb: boolean): string {
  const mb = Math.floor(bytes / 1_000_000)
  if (!isGb) return String(mb)
  return bytes < GB ? `${mb}MB` : (Math.floor(bytes / 100_000_000) / 10).toFixed(1)
}

type ColumnProps = {
  readonly column: StackColumn
  readonly index: number
  readonly count: number
  readonly topBytes: number
  readonly tones: readonly number[]
  readonly isPicked: boolean
}

function Column({ column, index, count, topBytes, tones, isPicked }: ColumnProps) {
  const { bytes, lowBytes, provisional, limitBytes, usedUp, axis, year } = column
  const bar = barOf(index, count)
  const slot = slotOf(index, count)
  const heights = bytes.map((one) => (one === 0 ? 0 : Math.max(1, heightOf(one, topBytes))))
  const parts = heights.map((height, series) => ({
    y: plotHeightPx - sum(heights.slice(0, series + 1)),
    height,
  }))
  const below = sum(heights)
  const low = lowBytes === 0 ? 0 : Math.max(2, heightOf(lowBytes, topBytes))
  return (
    <g className={provisional ? 'chart__column chart__column--today' : 'chart__column'}>
      <title>{column.words}</title>
      {parts.map((part, series) =>
        part.height === 0 ? null : <Part key={series} {...{ bar, part }} tone={tones[series]} />,
      )}
      {low === 0 ? null : (
        <rect className="chart__low" {...bar} y={plotHeightPx - below - low} height={low} />
      )}
      {limitBytes === undefined ? null : (
        <line
          className="chart__tick"
          x1={slot.left}
          x2={slot.right}
          {...levelOf(limitBytes, topBytes)}
        />
      )}
      {usedUp === true ? (
        <text
          className="chart__used-up"
          x={slot.middle}
          y={levelOf(limitBytes ?? 0, topBytes).y1 - 5}
          textAnchor="middle"
        >
          ▼
        </text>
      ) : null}
      {axis === undefined && !isPicked ? null : (
        <text
          className={isPicked ? 'chart__here' : undefined}
          x={slot.middle}
          y={plotHeightPx + 17}
          textAnchor="middle"
        >
          {axis ?? '▴'}
        </text>
      )}
      {year === undefined ? null : (
        <>
          {index === 0 ? null : (
            <line
              className="chart__year"
              x1={slot.left}
              x2={slot.left}
              y1={plotHeightPx + 4}
              y2={plotHeightPx + 40}
            />
          )}
          <text className="chart__here" x={slot.left} dx="3" y={plotHeightPx + 36}>
            {year}
          </text>
        </>
      )}
    </g>
  )
}

type PartProps = {
  readonly bar: { readonly x: string; readonly width: string }
  readonly part: { readonly y: number; readonly height: number }
  readonly tone: number | undefined
}

function Part({ bar, part, tone }: PartProps) {
  if (tone === undefined) return <rect className="chart__bar" {...bar} {...part} />
  const pattern = patternOf(tone)
  return (
    <>
      <rect className={`person__fill ${personClass(tone)}`} {...bar} {...part} />
      {pattern === undefined ? null : <rect {...bar} {...part} fill={pattern} />}
    </>
  )
}
