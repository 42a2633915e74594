import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'
import type { Contour, Point } from './canvas.ts'

const steps = 6

/** Words as shapes of the font that comes with us: the machine's own fonts make no difference. */
export class Lettering {
  private readonly font: Font

  constructor(file = '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf') {
    this.font = openSync(createRequire(import.meta.url).resolve(file))
  }

  widthOf(text: string, size: number): number {
    return (this.font.layout(text).advanceWidth * size) / this.font.unitsPerEm
  }

  /** The contours of a line whose base begins at a point. */
  line(text: string, size: number, [left, base]: Point): Contour[] {
    const scale = size / this.font.unitsPerEm
    const run = this.font.layout(text)
    let x = left
    return run.glyphs.flatMap((glyph, index) => {
      const at = x
      x += (run.positions[index]?.xAdvance ?? 0) * scale
      return contoursOf(glyph.path.commands, ([gx, gy]) => [at + gx * scale, base - gy * scale])
    })
  }

  /** As many lines as it takes, broken between words. */
  wrap(text: string, size: number, width: number): string[] {
    const lines: string[] = []
    for (const word of wordsOf(text)) {
      const longer = `${lines.at(-1) ?? ''}${word}`
      if (lines.length > 0 && this.widthOf(longer, size) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines.map((line) => line.trim())
  }
}

/** Words with the signs that keep to them: an opening bracket to the next, every other sign to the one before. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(
    text,
  )) {
    const last = words.at(-1)
    const keeps =
      last !== undefined && (/[（「『(]$/.test(last) || (!isWordLike && !/[（「『(]/.test(segment)))
    if (keeps) words[words.length - 1] = last + segment
    else words.push(segment)
  }
  return words
}

type Command = Font['layout'] extends (text: string) => infer Run
  ? Run extends { glyphs: { path: { commands: (infer One)[] } }[] }
    ? One
    : never
  : never

function contoursOf(commands: readonly Command[], place: (point: Point) => Point): Contour[] {
  const contours: Point[][] = []
  for (const { command, args } of commands) {
    const current = contours.at(-1)
    const from = current?.at(-1)
    const points = pairs(args).map(place)
    if (command === 'moveTo') contours.push(points)
    else if (command === 'lineTo') current?.push(...points)
    else if (from && command !== 'closePath') current?.push(...curve([from, ...points]))
  }
  return contours
}

function pairs(numbers: readonly number[]): Point[] {
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0] as const] : []))
}

/** A Bézier curve of any degree (de Casteljau), without its beginning. */
function curve(points: readonly Point[]): Point[] {
  return Array.from({ length: steps }, (_, step) => pointAt(points, (step + 1) / steps))
}

function pointAt(points: readonly Point[], t: number): Point {
  const [first = [0, 0] as const, ...rest] = points
  if (rest.length === 0) return first
  const between = rest.map(([x, y], at): Point => {
    const [fx, fy] = points[at] ?? first
    return [fx + (x - fx) * t, fy + (y - fy) * t]
  })
  return pointAt(between, t)
}
