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
  const scale = side / units
  const rows = Buffer.alloc(side * (side * 4 + 1))
  const paints = strokes.map((stroke) => ({ stroke, rgb: rgbOf(stroke.colour) }))
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (const { stroke, rgb } of paints) {
        const distance = distanceTo(stroke, (column + 0.5) / scale, (row + 0.5) / scale) * scale
        const cover = Math.min(1, Math.max(0, 0.5 - distance))
        if (cover === 0) continue
        const under = alpha * (1 - cover)
        const sum = cover + under
        red = (rgb[0] * cover + red * under) / sum
        green = (rgb[1] * cover + green * under) / sum
        blue = (rgb[2] * cover + blue * under) / sum
        alpha = sum
      }
      const at = row * (side * 4 + 1) + 1 + column * 4
      rows.set([red, green, blue, alpha * 255].map(Math.round), at)
    }
  return encode(rows, side)
}

/** How far outside the stroke a point is; negative inside. */
function distanceTo(stroke: Stroke, x: number, y: number): number {
  const { r, w, from = 0, to = 360, round = false } = stroke
  const [right, down] = [x - stroke.x, y - stroke.y]
  const ring = Math.abs(Math.hypot(right, down) - r) - w / 2
  if (to - from >= 360 || ring > 1) return ring
  const degrees = ((Math.atan2(right, -down) * 180) / Math.PI - from + 720) % 360
  if (degrees <= to - from) return ring
  const [toHead, toTail] = [from, to].map((end) => {
    const radians = (end * Math.PI) / 180
    return Math.hypot(right - r * Math.sin(radians), down + r * Math.cos(radians))
  })
  const nearest = Math.min(toHead ?? Infinity, toTail ?? Infinity)
  return round ? nearest - w / 2 : Math.max(ring, 0.5)
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
