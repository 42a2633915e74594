import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfFile from 'pdfkit'
import { textOf, type DocumentContent } from './content.ts'
import { readCoverage, unprintableIn } from './font-coverage.ts'

/** The full font, not a web subset: names have 髙 﨑 𠮷 德. Read once. */
const require = createRequire(import.meta.url)
const readFont = (path: string) =>
  readFileSync(require.resolve(`@expo-google-fonts/noto-sans-jp/${path}`))
const fonts = {
  regular: readFont('400Regular/NotoSansJP_400Regular.ttf'),
  bold: readFont('700Bold/NotoSansJP_700Bold.ttf'),
}
const covers = {
  regular: readCoverage(fonts.regular),
  bold: readCoverage(fonts.bold),
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

const page = { margin: 56, width: 595.28, height: 841.89 }
const innerWidth = page.width - 2 * page.margin
const labelWidth = 190
const gap = 12
const valueWidth = innerWidth - labelWidth - gap
const lineGap = 3
const rowPadding = 7
const headingRoom = 50
const ink = '#1a1a1c'
const pale = '#595959'
const rule = '#d0d0d0'

/**
 * A tagged PDF 1.7 in Japanese: a screen reader finds title, headings and tables.
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
  const root = doc.struct('Document')
  doc.addStructure(root)
  heading(doc, root, 'H1', content.title)
  for (const paragraph of content.lead ?? []) text(doc, root, paragraph)
  table(doc, root, content.facts)
  for (const block of content.blocks) {
    const { rows = [] } = block
    keepTogether(doc, rows)
    heading(doc, root, 'H2', block.heading)
    if (rows.length > 0) table(doc, root, rows)
    for (const paragraph of block.paragraphs ?? []) text(doc, root, paragraph)
  }
  root.end()
  numberPages(doc, content.footer)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

type Doc = InstanceType<typeof PdfFile>
type Element = ReturnType<Doc['struct']>

/** The same foot on every page, so that a lost sheet is noticed; no part of what is read aloud. */
function numberPages(doc: Doc, footer: string) {
  const { count } = doc.bufferedPageRange()
  const top = page.height - page.margin + 16
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    // Below the margin the text would open a page of its own.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('regular').fontSize(8).fillColor(pale)
    doc.text(footer, page.margin, top, { lineBreak: false })
    const number = `${index + 1} / ${count}`
    doc.text(number, page.margin, top, { width: innerWidth, align: 'right', lineBreak: false })
    doc.endMarkedContent()
  }
}

/*
 * Pages are broken between the pieces of content, never inside one: what is added to an element that already hangs in
 * the tree is drawn at once, so room is made before it is added.
 */

function heading(doc: Doc, parent: Element, tag: 'H1' | 'H2', words: string) {
  const size = tag === 'H1' ? 20 : 13
  // With its first rows: a heading does not stay behind alone.
  room(doc, size * 5)
  if (tag === 'H2') doc.y += 14
  parent.add(
    doc.struct(tag, {}, () => {
      doc.font('bold').fontSize(size).fillColor(ink).text(words, page.margin, doc.y)
    }),
  )
  doc.y += tag === 'H1' ? 8 : 4
}

function text(doc: Doc, parent: Element, words: string) {
  doc.font('regular').fontSize(10)
  const lines = { width: innerWidth, lineGap: 4 }
  // A paragraph longer than a page flows on; the library then closes and opens its tag itself.
  const height = doc.heightOfString(words, lines)
  if (height < page.height / 2) room(doc, height)
  parent.add(
    doc.struct('P', {}, () => {
      doc.fillColor(ink).text(words, page.margin, doc.y, lines)
    }),
  )
  doc.y += 6
}

type Row = NonNullable<DocumentContent['blocks'][number]['rows']>[number]

function table(doc: Doc, parent: Element, rows: readonly Row[]) {
  const element = doc.struct('Table')
  parent.add(element)
  for (const row of rows) tableRow(doc, element, row)
  line(doc)
  doc.y += 8
}

/** A short table is not begun where it would have to be broken off. */
function keepTogether(doc: Doc, rows: readonly Row[]) {
  const height = rows.reduce((sum, row) => sum + rowHeight(doc, row), headingRoom)
  if (height < page.height / 3) room(doc, height)
}

function rowHeight(doc: Doc, { label, value, strong = false }: Row): number {
  doc.font(strong ? 'bold' : 'regular').fontSize(10)
  const words = Math.max(
    doc.heightOfString(label, { width: labelWidth, lineGap }),
    doc.heightOfString(value, { width: valueWidth, lineGap }),
  )
  return words + rowPadding
}

/** Label and value side by side; a row is never torn in two by the end of a page. */
function tableRow(doc: Doc, parent: Element, row: Row) {
  const { label, value, strong = false } = row
  const height = rowHeight(doc, row)
  room(doc, height)
  line(doc)
  const top = doc.y + 4
  const element = doc.struct('TR')
  parent.add(element)
  element.add(
    doc.struct('TH', {}, () => {
      doc.font(strong ? 'bold' : 'regular').fontSize(10)
      doc
        .fillColor(strong ? ink : pale)
        .text(label, page.margin, top, { width: labelWidth, lineGap })
    }),
  )
  element.add(
    doc.struct('TD', {}, () => {
      const left = page.margin + labelWidth + gap
      doc.fillColor(ink).text(value, left, top, { width: valueWidth, lineGap })
    }),
  )
  element.end()
  doc.y = top - 4 + height
}

function line(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.lineWidth(0.5).strokeColor(rule)
  doc
    .moveTo(page.margin, doc.y)
    .lineTo(page.width - page.margin, doc.y)
    .stroke()
  doc.endMarkedContent()
}

function room(doc: Doc, needed: number) {
  if (doc.y + needed > page.height - page.margin) doc.addPage()
}
