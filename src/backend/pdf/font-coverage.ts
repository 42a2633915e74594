/**
 * The code points a TrueType font has a glyph for, read from its `cmap` table (OpenType 1.9, formats 4 and 12). A wrong
 * or empty character in a member's name is a defect, so every text is checked before it is printed.
 */
export function readCoverage(font: Buffer): (codePoint: number) => boolean {
  const table = findTable(font, 'cmap')
  const records = font.readUInt16BE(table + 2)
  const offsets = Array.from({ length: records }, (_, n) =>
    font.readUInt32BE(table + 4 + n * 8 + 4),
  )
  const covered = new Uint8Array(0x110000)
  for (const offset of offsets)
    for (const { first, last } of readRanges(font, table + offset)) covered.fill(1, first, last + 1)
  return (codePoint) => covered[codePoint] === 1
}

type Range = { first: number; last: number }

function findTable(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4)
  for (let n = 0; n < count; n += 1) {
    const at = 12 + n * 16
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no ${tag} table`)
}

function readRanges(font: Buffer, at: number): Range[] {
  const format = font.readUInt16BE(at)
  if (format === 12) return readGroups(font, at)
  return format === 4 ? readSegments(font, at) : []
}

function readGroups(font: Buffer, at: number): Range[] {
  const count = font.readUInt32BE(at + 12)
  return Array.from({ length: count }, (_, n) => {
    const group = at + 16 + n * 12
    return { first: font.readUInt32BE(group), last: font.readUInt32BE(group + 4) }
  })
}

/** Segments with holes are read one by one: a glyph id of 0 is no glyph. */
function readSegments(font: Buffer, at: number): Range[] {
  const doubled = font.readUInt16BE(at + 6)
  const ends = at + 14
  const starts = ends + doubled + 2
  const deltas = starts + doubled
  const offsets = deltas + doubled
  const ranges: Range[] = []
  for (let n = 0; n < doubled; n += 2) {
    const first = font.readUInt16BE(starts + n)
    const last = font.readUInt16BE(ends + n)
    const offset = font.readUInt16BE(offsets + n)
    if (first === 0xffff) continue
    if (offset === 0) {
      ranges.push({ first, last })
      continue
    }
    for (let code = first; code <= last; code += 1)
      if (font.readUInt16BE(offsets + n + offset + (code - first) * 2) !== 0)
        ranges.push({ first: code, last: code })
  }
  return ranges
}

/** Soft hyphens, joiners, direction marks: the font may have them, the print would not show them. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

/** The characters of a text that cannot be printed and seen, each once; line ends are layout. */
export function unprintableIn(text: string, covers: (codePoint: number) => boolean): string[] {
  const missing = [...text].filter((character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return character !== '\n' && (!covers(codePoint) || invisible.test(character))
  })
  return [...new Set(missing)]
}
