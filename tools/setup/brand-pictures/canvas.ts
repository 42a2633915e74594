export type Point = readonly [x: number, y: number]
/** Closed by itself; shapes inside a shape that turn the other way cut it out. */
export type Contour = readonly Point[]
type Colour = readonly [red: number, green: number, blue: number]

/** A picture in memory, painted shape by shape with smooth edges. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array

  constructor(width: number, height: number, ground: string | Canvas) {
    this.width = width
    this.height = height
    this.rgb = new Uint8Array(width * height * 3)
    if (ground instanceof Canvas) this.rgb.set(ground.rgb)
    else {
      const colour = colourOf(ground)
      for (let at = 0; at < this.rgb.length; at += 3) this.rgb.set(colour, at)
    }
  }

  /** Paints the inside of the contours, as far as each pixel is covered. */
  fill(contours: readonly Contour[], colour: string, opacity = 1): void {
    const covered = this.coverage(contours)
    const paint = colourOf(colour)
    for (let y = 0; y < this.height; y += 1) {
      let sum = 0
      for (let x = 0; x < this.width; x += 1) {
        sum += covered[y * (this.width + 2) + x] ?? 0
        const alpha = Math.min(1, Math.abs(sum)) * opacity
        if (alpha > 0.002) this.blend((y * this.width + x) * 3, paint, alpha)
      }
    }
  }

  private blend(at: number, paint: Colour, alpha: number) {
    for (const [part, value] of paint.entries()) {
      const under = this.rgb[at + part] ?? 0
      this.rgb[at + part] = Math.round(under + (value - under) * alpha)
    }
  }

  /** The change of coverage along each row, which is two longer than the picture: edges leave their signed areas there. */
  private coverage(contours: readonly Contour[]): Float32Array {
    const areas = new Float32Array((this.width + 2) * this.height)
    for (const contour of contours)
      for (const [index, from] of contour.entries()) {
        const to = contour[(index + 1) % contour.length]
        if (to) this.edge(areas, from, to)
      }
    return areas
  }

  private edge(areas: Float32Array, from: Point, to: Point) {
    if (from[1] === to[1]) return
    const sign = from[1] < to[1] ? 1 : -1
    const [upper, lower] = sign === 1 ? [from, to] : [to, from]
    const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
    const last = Math.min(this.height, Math.ceil(lower[1]))
    for (let y = Math.max(0, Math.floor(upper[1])); y < last; y += 1) {
      const top = Math.max(y, upper[1])
      const bottom = Math.min(y + 1, lower[1])
      const x = (height: number) => this.within(upper[0] + (height - upper[1]) * slope)
      this.row(areas, y * (this.width + 2), x(top), x(bottom), (bottom - top) * sign)
    }
  }

  private within(x: number): number {
    return Math.min(this.width - 0.001, Math.max(0, x))
  }

  /** One edge within one row: its area is shared among the pixels that it crosses. */
  private row(areas: Float32Array, start: number, a: number, b: number, winding: number) {
    const [left, right] = a < b ? [a, b] : [b, a]
    const first = Math.floor(left)
    const end = Math.floor(right)
    let before = 0
    for (let x = first; x <= end; x += 1) {
      const from = Math.max(left, x)
      const to = Math.min(right, x + 1)
      const part = right === left ? 1 : (to - from) / (right - left)
      // What lies to the right of the edge inside this pixel.
      const here = winding * part * (x + 1 - (from + to) / 2)
      const at = start + x
      areas[at] = (areas[at] ?? 0) + here + before
      before = winding * part - here
    }
    areas[start + end + 1] = (areas[start + end + 1] ?? 0) + before
  }
}

function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

export function circle(x: number, y: number, r: number): Contour {
  const steps = 180
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (2 * Math.PI * step) / steps
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
}

/** A circle's line: the outer circle, and the inner one cut out. */
export function ring(x: number, y: number, r: number, width: number): Contour[] {
  return [circle(x, y, r + width / 2), circle(x, y, r - width / 2).toReversed()]
}
