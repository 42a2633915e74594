import { crc32, deflateSync } from 'node:zlib'

/** A stroke along a circle, in the units of the picture; degrees clockwise from 12 o'clock, ends round or butt. */
export type Stroke = {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly w: number
  readonly from?: number
  readonly to?: number
  readonly round?: boolean
  readonly colour: string
}

/**
 * A picture of strokes on a clear ground as a PNG, each edge smoothed over one pixel. A disc is a stroke of radius 0.
 * @param units the side of the picture that the strokes are measured in; @param side of it in pixels.
 */
export function pngOf(strokes: readonly Stroke[], units: number, side: number): Buffer {
  const pixels = new Float64Array(side * side * 4)
  for (const stroke of strokes) paint(pixels, stroke, { scale: side / units, side })
  const rows = Buffer.alloc(side * (side * 4 + 1))
  for (let row = 0; row < side; row++)
    for (let part = 0; part < side * 4; part++) {
      const value = pixels[row * side * 4 + part] ?? 0
      rows[row * (side * 4 + 1) + 1 + part] = Math.round(part % 4 === 3 ? value * 255 : value)
    }
  return encode(rows, side)
}

/** Lays one stroke over what is there; only the pixels within its reach are looked at. */
function paint(pixels: Float64Array, stroke: Stroke, to: { scale: number; side: number }) {
  const { scale, side } = to
  const rgb = rgbOf(stroke.colour)
  const distance = distanceOf(stroke)
  const { left, right, top, bottom } = reachOf(stroke)
  const first = (edge: number) => Math.max(0, Math.floor(edge * scale) - 1)
  const end = (edge: number) => Math.min(side, Math.ceil(edge * scale) + 1)
  const [lastRow, lastColumn] = [end(bottom), end(right)]
  for (let row = first(top); row < lastRow; row++)
    for (let column = first(left); column < lastColumn; column++) {
      const outside = distance((column + 0.5) / scale, (row + 0.5) / scale) * scale
      const cover = Math.min(1, Math.max(0, 0.5 - outside))
      if (cover === 0) continue
      const at = (row * side + column) * 4
      const under = (pixels[at + 3] ?? 0) * (1 - cover)
      const sum = cover + under
      for (let n = 0; n < 3; n += 1)
        pixels[at + n] = ((rgb[n] ?? 0) * cover + (pixels[at + n] ?? 0) * under) / sum
      pixels[at + 3] = sum
    }
}

/** A box around the stroke: around its circle, or closer around a short arc, whose points lie near its middle. */
function reachOf({ x, y, r, w, from = 0, to = 360 }: Stroke) {
  const half = (((to - from) / 2) * Math.PI) / 180
  const middle = (((from + to) / 2) * Math.PI) / 180
  const [far, centre] =
    half < 1
      ? [r * half + w / 2, { x: x + r * Math.sin(middle), y: y - r * Math.cos(middle) }]
      : [r + w / 2, { x, y }]
  return {
    left: centre.x - far,
    right: centre.x + far,
    top: centre.y - far,
    bottom: centre.y + far,
  }
}

/** How far outside the stroke a point is; negative inside. */
function distanceOf(stroke: Stroke): (x: number, y: number) => number {
  const { r, w, from = 0, to = 360, round = false } = stroke
  const ends = [from, to].map((end) => {
    const radians = (end * Math.PI) / 180
    return { right: r * Math.sin(radians), down: -r * Math.cos(radians) }
  })
  return (x, y) => {
    const [right, down] = [x - stroke.x, y - stroke.y]
    const ring = Math.abs(Math.sqrt(right * right + down * down) - r) - w / 2
    if (to - from >= 360 || ring > 1) return ring
    const degrees = ((Math.atan2(right, -down) * 180) / Math.PI - from + 720) % 360
    if (degrees <= to - from) return ring
    if (!round) return Math.max(ring, 0.5)
    return Math.min(...ends.map((end) => Math.hypot(right - end.right, down - end.down))) - w / 2
  }
}

function rgbOf(colour: string): [number, number, number] {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** PNG, second edition: one IHDR (8 bits, RGBA), one IDAT, IEND. */
function encode(rows: Buffer, side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
