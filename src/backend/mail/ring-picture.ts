import type { RingDrawing } from './mail-content.ts'
import type { Look } from './mail-look.ts'
import { pngOf, type Stroke } from './png.ts'

/** Twice the size it is shown at, for fine screens. */
export const ringSide = 132
export const markSide = 28

/** A fifth or less is left. */
const WARNING_SHARE = 0.2

const CENTRE = { x: 80, y: 80 }
const R = 72
const W = 14

const made = new Map<string, Buffer>()

/** The ring of my page in a square of 160 units; each is drawn once, residuals to the hundredth. */
export function ringPicture(drawing: RingDrawing, look: Look): Buffer {
  const rounded =
    drawing.kind === 'residual'
      ? { ...drawing, leftShare: Math.ceil(drawing.leftShare * 100) / 100 }
      : drawing
  const key = JSON.stringify([rounded, look])
  const known = made.get(key)
  if (known) return known
  const picture = pngOf(strokesOf(rounded, look), 160, ringSide * 2)
  made.set(key, picture)
  return picture
}

function strokesOf(drawing: RingDrawing, look: Look): Stroke[] {
  switch (drawing.kind) {
    case 'residual':
      return [track(look), ...residual(drawing.leftShare, look)]
    case 'added':
      return [
        track(look),
        ...dashes(45, 4.8, 8, { ...CENTRE, r: R, w: W, colour: look['ring-add'] }),
      ]
    case 'steps':
      return steps(drawing, look)
  }
}

const track = (look: Look): Stroke => ({ ...CENTRE, r: R, w: W, colour: look['ring-track'] })

function residual(leftShare: number, look: Look): Stroke[] {
  if (leftShare === 0)
    return [
      ...dashes(72, 2, 5, { ...CENTRE, r: R, w: 1.5, colour: look.muted }),
      dot(0, look.danger),
    ]
  const isLow = leftShare <= WARNING_SHARE
  const end = Math.min(360, leftShare * 360)
  return [
    // Its round caps lie inside the true length.
    {
      ...arc(CAP, Math.max(CAP, end - CAP)),
      colour: isLow ? look['ring-warn'] : look['ring-base'],
    },
    dot(end, isLow ? look['ring-warn'] : look['ring-dot']),
  ]
}

/** One arc a step: done ones solid, those to come left as track, the last one done with the dot. */
function steps({ done, of }: { done: number; of: number }, look: Look): Stroke[] {
  const width = 360 / of
  const gap = 6
  const arcs = Array.from({ length: of }, (_, step) => ({
    ...arc(step * width + gap + CAP / 2, (step + 1) * width - gap - CAP / 2),
    colour: step < done ? look['ring-base'] : look['ring-track'],
  }))
  const head = done < of ? [dot(done * width - gap - CAP / 2, look['ring-dot'])] : []
  return [...arcs, ...head]
}

/** Half a stroke's width on the circle, in degrees. */
const CAP = ((W / 2 / R) * 180) / Math.PI

const arc = (from: number, to: number) => ({ ...CENTRE, r: R, w: W, from, to, round: true })

function dot(degrees: number, colour: string): Stroke {
  const radians = (degrees * Math.PI) / 180
  const [x, y] = [80 + R * Math.sin(radians), 80 - R * Math.cos(radians)]
  return { x, y, r: 0, w: W + 1, colour }
}

function dashes(count: number, length: number, period: number, stroke: Stroke): Stroke[] {
  return Array.from({ length: count }, (_, n) => ({
    ...stroke,
    from: n * period,
    to: n * period + length,
  }))
}

/** The operator's mark: circles that touch at the source (ui/logo.tsx draws the same). */
export function markPicture(look: Look): Buffer {
  const brand = { w: 2.5, colour: look.brand }
  return pngOf(
    [
      { x: 16, y: 16, r: 14, ...brand },
      { x: 16, y: 20, r: 10, ...brand },
      { x: 16, y: 24.5, r: 0, w: 11, colour: look.accent },
    ],
    32,
    markSide * 2,
  )
}
