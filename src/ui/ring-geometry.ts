/**
 * Geometry of the ring, in a square of 160 units. 360° are everything usable this month; arcs run clockwise from 12 o'clock
 * end to end, the latest expiry first, each further bucket one track further out. Use takes away from the head.
 */

/** Radius and stroke of each track, innermost first, for one, two or three buckets. */
const tracksOf = [
  [{ r: 72, w: 14 }],
  [
    { r: 59.5, w: 10 },
    { r: 73.5, w: 11 },
  ],
  [
    { r: 54.5, w: 8 },
    { r: 65, w: 8 },
    { r: 75.5, w: 8 },
  ],
] as const

export type Track = { readonly r: number; readonly w: number }
export type RingArc<Bucket> = {
  readonly bucket: Bucket
  readonly track: Track
  /** Degrees from 12 o'clock, clockwise. */
  readonly from: number
  readonly to: number
}

/** Lays the buckets out; those beyond three share the outermost track. A capacity below their sum is raised to it. */
export function layRing<Bucket extends { readonly bytes: number }>(
  buckets: readonly Bucket[],
  capacityBytes: number,
): { tracks: readonly Track[]; arcs: readonly RingArc<Bucket>[]; head: number } {
  const filled = buckets.filter(({ bytes }) => bytes > 0)
  const tracks: readonly Track[] = tracksOf[Math.min(2, Math.max(0, filled.length - 1))] ?? []
  const sum = filled.reduce((total, { bytes }) => total + bytes, 0)
  const capacity = Math.max(capacityBytes, sum, 1)
  let at = 0
  const arcs = filled.map((bucket, index) => {
    const from = at
    at += (bucket.bytes / capacity) * 360
    const track = tracks[Math.min(index, tracks.length - 1)] ?? { r: 72, w: 14 }
    return { bucket, track, from, to: at }
  })
  return { tracks, arcs, head: at }
}

/** From this width an initial is drawn on the arc; below it is in the list only. */
const DISC_FROM_DEGREES = 24

export type FamilyArc = {
  readonly from: number
  readonly to: number
  readonly hasDisc: boolean
  /** Where the person comes to the cap: within the arc, or as far ahead of it as may still be used. */
  readonly capAt: number | undefined
}

/** What is left from 12 o'clock, then what each person used, in the order given. A cap above all that is usable has no place. */
export function layFamily(
  remainingBytes: number,
  people: readonly { readonly usedBytes: number; readonly capBytes?: number | undefined }[],
): { head: number; arcs: readonly FamilyArc[] } {
  const capacity = Math.max(1, remainingBytes + people.reduce((sum, one) => sum + one.usedBytes, 0))
  const head = (remainingBytes / capacity) * 360
  let at = head
  const arcs = people.map(({ usedBytes, capBytes }) => {
    const from = at
    at += (usedBytes / capacity) * 360
    const hasPlace = capBytes !== undefined && capBytes <= capacity
    return {
      from,
      to: at,
      hasDisc: at - from >= DISC_FROM_DEGREES,
      capAt: hasPlace ? from + (capBytes / capacity) * 360 : undefined,
    }
  })
  return { head, arcs }
}

/** A point on a circle about the centre, `x y` with two decimals. */
export function pointOn(r: number, degrees: number): { x: number; y: number } {
  const radians = ((degrees - 90) * Math.PI) / 180
  return { x: round(80 + r * Math.cos(radians)), y: round(80 + r * Math.sin(radians)) }
}

/**
 * The path of an arc whose round caps lie inside its true length; one shorter than its caps becomes a dot in its middle.
 */
export function arcPath({ r, w }: Track, from: number, to: number): string {
  const cap = ((w / 2 / r) * 180) / Math.PI
  const middle = (from + to) / 2
  const begin = Math.min(from + cap, middle)
  const end = Math.max(to - cap, middle)
  if (end - begin >= 359.9)
    return `${halfway(r, begin, begin + 180)} ${halfway(r, begin + 180, begin + 360)}`
  return halfway(r, begin, Math.max(end, begin + 0.01))
}

function halfway(r: number, from: number, to: number): string {
  const start = pointOn(r, from)
  const stop = pointOn(r, to)
  const large = to - from > 180 ? 1 : 0
  return `M${start.x} ${start.y}A${r} ${r} 0 ${large} 1 ${stop.x} ${stop.y}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
