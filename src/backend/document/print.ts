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
const labelWidth = 160
const gap = 12
const ink = '#1a1a1c'
const pale = '#767676'

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
  root.add(heading(doc, 'H1', content.title, 20))
  root.add(table(doc, content.facts))
  for (const block of content.blocks) {
    root.add(heading(doc, 'H2', block.heading, 13))
    if (block.rows !== undefined) root.add(table(doc, block.rows))
    for (const paragraph of block.paragraphs ?? []) root.add(text(doc, paragraph))
  }
  root.add(text(doc, content.footer, pale))
  root.end()
  numberPages(doc)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

type Doc = InstanceType<typeof PdfFile>

/** 「1 / 2」 at the foot of every page, so that a lost sheet is noticed; no part of what is read aloud. */
function numberPages(doc: Doc) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    // Below the margin the text would open a page of its own.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(pale)
      .text(`${index + 1} / ${count}`, page.margin, page.height - page.margin + 16, {
        width: innerWidth,
        align: 'right',
        lineBreak: false,
      })
    doc.endMarkedContent()
  }
}

function heading(doc: Doc, tag: 'H1' | 'H2', words: string, size: number) {
  return doc.struct(tag, {}, () => {
    room(doc, size * 3)
    doc.moveDown(tag === 'H1' ? 0 : 1)
    doc.font('bold').fontSize(size).fillColor(ink).text(words, page.margin, doc.y)
    doc.moveDown(0.4)
  })
}

function text(doc: Doc, words: string, colour = ink) {
  return doc.struct('P', {}, () => {
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(colour)
      .text(words, page.margin, doc.y, { width: innerWidth, lineGap: 4 })
    doc.moveDown(0.6)
  })
}

function table(doc: Doc, rows: readonly { label: string; value: string }[]) {
  const element = doc.struct('Table')
  for (const row of rows) element.add(tableRow(doc, row))
  return element
}

/** Label and value side by side; a row is never torn in two by the end of a page. */
function tableRow(doc: Doc, { label, value }: { label: string; value: string }) {
  const valueWidth = innerWidth - labelWidth - gap
  const element = doc.struct('TR')
  let top = 0
  let height = 0
  element.add(
    doc.struct('TH', {}, () => {
      doc.font('regular').fontSize(10)
      height = Math.max(
        doc.heightOfString(label, { width: labelWidth, lineGap: 3 }),
        doc.heightOfString(value, { width: valueWidth, lineGap: 3 }),
      )
      room(doc, height)
      top = doc.y
      doc.fillColor(pale).text(label, page.margin, top, { width: labelWidth, lineGap: 3 })
    }),
  )
  element.add(
    doc.struct('TD', {}, () => {
      const left = page.margin + labelWidth + gap
      doc
        .font('regular')
        .fontSize(10)
        .fillColor(ink)
        .text(value, left, top, { width: valueWidth, lineGap: 3 })
      doc.y = top + height + 5
    }),
  )
  return element
}

function room(doc: Doc, needed: number) {
  if (doc.y + needed > page.height - page.margin) doc.addPage()
}
