import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import PdfFile from 'pdfkit'
import { textOf, type DocumentContent } from './content.ts'
import {
  columnsTable,
  drawMarks,
  figureLine,
  heading,
  keepTogether,
  numberPages,
  page,
  rowsTable,
  text,
} from './draw.ts'
import { readCoverage, unprintableIn } from './font-coverage.ts'
import { letterhead } from './letterhead.ts'

/** The full font, not a web subset: names have 髙 﨑 𠮷 德. Read once. */
const require = createRequire(import.meta.url)
const readFont = (path: string) =>
  readFileSync(require.resolve(`@expo-google-fonts/noto-sans-jp/${path}`))
const files = {
  regular: readFont('400Regular/NotoSansJP_400Regular.ttf'),
  bold: readFont('700Bold/NotoSansJP_700Bold.ttf'),
}
/** Taken apart once: given the file, pdfkit would do it for each document. */
const fonts = { regular: create(files.regular), bold: create(files.bold) }
const covers = {
  regular: readCoverage(files.regular),
  bold: readCoverage(files.bold),
}

/** Characters that would print wrongly or not at all. */
export function unprintable(content: DocumentContent): string[] {
  return unprintableIn(
    textOf(content),
    (codePoint) => covers.regular(codePoint) && covers.bold(codePoint),
  )
}

export class CharacterNotPrintable extends Error {
  readonly characters: readonly string[]
  constructor(characters: readonly string[]) {
    super(`${characters.length} characters are missing from the font`)
    this.characters = characters
  }
}

/** Says which standard of accessible PDF the file keeps to (ISO 14289-1, 5). */
const accessible = `
  <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>`

/**
 * A tagged PDF 1.7 in Japanese that says of itself that it keeps to PDF/UA-1: a screen reader finds title, headings and
 * tables.
 * @param at the date of the file; nothing else in it depends on when it is made.
 * @throws CharacterNotPrintable before anything is printed.
 */
export async function printDocument(
  content: DocumentContent,
  at: Temporal.Instant,
): Promise<Buffer> {
  const missing = unprintable(content)
  if (missing.length > 0) throw new CharacterNotPrintable(missing)
  const made = new Date(at.epochMilliseconds)
  const doc = new PdfFile({
    size: 'A4',
    margin: page.margin,
    pdfVersion: '1.7',
    tagged: true,
    bufferPages: true,
    lang: 'ja-JP',
    displayTitle: true,
    info: { Title: content.title, Author: content.footer, CreationDate: made, ModDate: made },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', () => resolve())
    doc.on('error', reject)
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  doc.appendXML(accessible)
  const root = doc.struct('Document')
  doc.addStructure(root)
  letterhead(doc, content.mark === undefined)
  heading(doc, root, 'H1', content.title)
  // Read aloud once, at the head; the mark on each page is for the eye.
  if (content.mark !== undefined) text(doc, root, content.mark, { bold: true })
  if (content.addressee !== undefined) text(doc, root, content.addressee, { size: 14, bold: true })
  for (const paragraph of content.lead ?? []) text(doc, root, paragraph)
  if (content.figure !== undefined) figureLine(doc, root, content.figure)
  rowsTable(doc, root, content.facts)
  for (const block of content.blocks) {
    const { rows = [] } = block
    keepTogether(doc, rows, block.table)
    heading(doc, root, 'H2', block.heading)
    if (block.table !== undefined) columnsTable(doc, root, block.table)
    if (rows.length > 0) rowsTable(doc, root, rows)
    for (const paragraph of block.paragraphs ?? []) text(doc, root, paragraph)
  }
  root.end()
  numberPages(doc, content.footer)
  if (content.mark !== undefined) drawMarks(doc, content.mark)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
