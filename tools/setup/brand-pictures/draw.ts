import { brand } from '#brand'
import { Canvas, circle, ring } from './canvas.ts'
import { Lettering } from './lettering.ts'
import { icoOf, pngOf } from './png.ts'

const WIDTH = 712

/** Raised when the pictures look different, so that none is taken from the last build. */
export const LOOK = 2

const ink = '#16211f'
const deep = '#0b5c60'
const warm = '#b8470f'
const soft = '#e2f0ed'

/** The mark of public/favicon.svg: circles that touch at the source, on a grid of 32. */
function paintMark(canvas: Canvas, x: number, y: number, size: number) {
  const unit = size / 32
  canvas.fill(ring(x + 16 * unit, y + 16 * unit, 14 * unit, 2.5 * unit), deep)
  canvas.fill(ring(x + 16 * unit, y + 20 * unit, 10 * unit, 2.5 * unit), deep)
  canvas.fill([circle(x + 16 * unit, y + 24.5 * unit, 5.5 * unit)], warm)
}

/** Draws the picture that a page is shared with, 1200 × 630: its title and the ring. */
export function shareArtist(): (title: string) => Buffer {
  const letters = new Lettering()
  const ground = new Canvas(1200, 630, soft)
  // No ring under the words: they end left of the largest.
  for (const r of [96, 166, 236, 296]) ground.fill(ring(1104, 600 - r, r, 3), deep, 0.32)
  ground.fill([circle(1104, 554, 46)], warm)
  paintMark(ground, 84, 486, 72)
  ground.fill(letters.line(brand.service, 36, [176, 535]), deep)
  return (title) => {
    const canvas = new Canvas(1200, 630, ground)
    const size = [76, 64, 54].find((one) => letters.wrap(title, one, WIDTH).length <= 3) ?? 46
    const lines = letters.wrap(title, size, WIDTH)
    const shapes = lines.flatMap((line, at) =>
      letters.line(line, size, [84, 280 + (at - (lines.length - 1) / 2) * size * 1.35]),
    )
    canvas.fill(shapes, ink)
    return pngOf(canvas)
  }
}

/** The icons that browsers and home screens ask for. */
export function icons(): { name: string; file: Buffer }[] {
  const icon = (size: number, share: number, ground = '#ffffff') => {
    const canvas = new Canvas(size, size, ground)
    const mark = size * share
    paintMark(canvas, (size - mark) / 2, (size - mark) / 2, mark)
    return pngOf(canvas)
  }
  return [
    { name: 'apple-touch-icon.png', file: icon(180, 11 / 15) },
    { name: 'icon-192.png', file: icon(192, 11 / 15) },
    { name: 'icon-512.png', file: icon(512, 11 / 15) },
    // Phones cut them to their own shape: the mark lies within the middle 80 percent (W3C manifest, safe zone).
    { name: 'icon-maskable-192.png', file: icon(192, 0.5, soft) },
    { name: 'icon-maskable-512.png', file: icon(512, 0.5, soft) },
    { name: 'favicon.ico', file: icoOf(48, icon(48, 0.92)) },
  ]
}
