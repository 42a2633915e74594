import { splitVolume } from './format.ts'
import { CountedFigure, Growth, RingFigure } from './ring-growth.tsx'
import { arcPath, layRing, pointOn, type Track } from './ring-geometry.ts'

/** Base data, carried over, or bought and given: told apart by track and colour, and by the words beside the ring. */
export type RingKind = 'base' | 'carry' | 'add'

export type RingBucket = {
  readonly kind: RingKind
  readonly bytes: number
  /** Its expiry is near (within ten days): drawn in dashes. */
  readonly expiring?: boolean
  /** Has just been added: its arc grows into place, once. */
  readonly isNew?: boolean
}

export type RingState =
  /** Lasts as far as anyone can say. */
  | 'ok'
  /** A fifth or less is left, or it will not last: the dot becomes a mark. */
  | 'warning'
  | 'empty'
  /** Low speed by choice: nothing is used up, the arcs are outlines. */
  | 'low'
  | 'stopped'
  /** A size without high-speed data: nothing is used up, the rings sound on. */
  | 'light'

type RingProps = {
  /** In the order of expiry, the latest first. */
  readonly buckets: readonly RingBucket[]
  /** Everything usable this month, used or not. */
  readonly capacityBytes: number
  readonly state?: RingState
  /** A word below the figure: 「あと6日」. */
  readonly note?: string
  /** A word above it: 「追加後」. */
  readonly word?: string
}

/**
 * What is left, drawn from the numbers. For the eye only: the caller shows the same in words beside it.
 */
export function Ring({ buckets, capacityBytes, state = 'ok', note, word = '残り' }: RingProps) {
  const { tracks, arcs, head } = layRing(buckets, capacityBytes)
  const total = buckets.reduce((sum, { bytes }) => sum + bytes, 0)
  const { value, unit } = splitVolume(total, 'residual')
  if (state === 'light') return <LightRing />
  const outermost = arcs.at(-1)?.track ?? { r: 72, w: 14 }
  const newest = arcs.find(({ bucket }) => bucket.isNew)
  const late = newest === undefined ? undefined : 'ring__late'
  return (
    <svg className={`ring ring--${state}`} viewBox="0 0 160 160" aria-hidden="true">
      {state === 'stopped' ? (
        <Broken />
      ) : (
        tracks.map((track) => <TrackRing key={track.r} {...track} />)
      )}
      {state === 'stopped'
        ? null
        : arcs.map(({ bucket, track, from, to }) => (
            <g key={`${bucket.kind}${from}`} className={bucket.isNew ? late : undefined}>
              <Arc {...{ bucket, track, from, to, state }} />
            </g>
          ))}
      {state === 'empty' ? <circle className="ring__void" cx="80" cy="80" r="72" /> : null}
      <text className="ring__word" x="80" y="57">
        {word}
      </text>
      <g className={late}>
        {state === 'stopped' ? null : <Dot {...{ track: outermost, head, state }} />}
        <RingFigure value={value} unit={unit} />
      </g>
      {newest === undefined ? null : (
        <>
          <Growth {...newest} kind={newest.bucket.kind} />
          <CountedFigure from={total - newest.bucket.bytes} to={total} />
        </>
      )}
      {note === undefined ? null : (
        <text className="ring__note" x="80" y="126">
          {note}
        </text>
      )}
    </svg>
  )
}

function LightRing() {
  return (
    <svg className="ring ring--light" viewBox="0 0 160 160" aria-hidden="true">
      {[75, 66, 57].map((r) => (
        <circle key={r} className="ring__thin" cx="80" cy="80" r={r} />
      ))}
      <circle className="ring__source" cx="80" cy="5" r="4.5" />
      <text className="ring__word" x="80" y="57">
        いつも
      </text>
      <RingFigure value="200" unit="kbps" />
    </svg>
  )
}

function TrackRing({ r, w }: Track) {
  return <circle className="ring__track" cx="80" cy="80" r={r} strokeWidth={w} />
}

type ArcProps = {
  readonly bucket: RingBucket
  readonly track: Track
  readonly from: number
  readonly to: number
  readonly state: RingState
}

function Arc({ bucket, track, from, to, state }: ArcProps) {
  const path = arcPath(track, from, to)
  const colour = `ring__arc ring__arc--${bucket.kind}`
  if (state !== 'low')
    return (
      <path
        className={bucket.expiring ? `${colour} ring__arc--expiring` : colour}
        d={path}
        strokeWidth={track.w}
      />
    )
  // An outline: the arc, and the ground drawn over its inside.
  return (
    <>
      <path className={colour} d={path} strokeWidth={track.w} />
      <path className="ring__inside" d={path} strokeWidth={track.w - 5} />
    </>
  )
}

/** Where use goes on: the head of the last arc. */
function Dot({ track, head, state }: { track: Track; head: number; state: RingState }) {
  const { x, y } = pointOn(track.r, head)
  const r = track.w / 2 + 0.5
  return (
    <g className="ring__dot">
      <circle className="ring__rim" cx={x} cy={y} r={r + 2.5} />
      <circle cx={x} cy={y} r={state === 'warning' ? r + 1.5 : r} />
      {state === 'warning' ? (
        <path className="ring__mark" d={`M${x} ${y - 3.2}v3.6M${x} ${y + 3}v.1`} />
      ) : null}
      {state === 'low' ? (
        <path className="ring__mark" d={`M${x - 1.5} ${y - 2}v4M${x + 1.5} ${y - 2}v4`} />
      ) : null}
    </g>
  )
}

/** Three gaps of 16°, without colour. */
function Broken() {
  return [10, 130, 250].map((from) => (
    <path
      key={from}
      className="ring__broken"
      d={arcPath({ r: 72, w: 0 }, from - 2, from + 102)}
      strokeWidth="14"
    />
  ))
}
