import type PdfFile from 'pdfkit'
import type { DocumentContent, PrintedRow, PrintedTable } from './content.ts'

type Doc = InstanceType<typeof PdfFile>
type Element = ReturnType<Doc['struct']>

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Which cells a TH names; PDF/UA-1 wants it said. The library takes it, its types do not know it. */
      scope?: 'Row' | 'Column'
    }
  }
}

export const page = { margin: 56, width: 595.28, height: 841.89 }
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

/** The same foot on every page, so that a lost sheet is noticed; no part of what is read aloud. */
export function numberPages(doc: Doc, footer: string) {
  const top = page.height - page.margin + 16
  onEveryPage(doc, (number, count) => {
    doc.font('regular').fontSize(8).fillColor(pale)
    doc.text(footer, page.margin, top, { lineBreak: false })
    const box = { width: innerWidth, align: 'right', lineBreak: false } as const
    doc.text(`${number} / ${count}`, page.margin, top, box)
  })
}

/** 「再発行」 in the head of every page: no sheet of a copy can be taken for one of the first print. */
export function drawMarks(doc: Doc, mark: string) {
  onEveryPage(doc, () => {
    doc.font('bold').fontSize(9).fillColor(ink)
    const width = doc.widthOfString(mark)
    const left = page.width - page.margin - width
    doc.text(mark, left, page.margin - 30, { lineBreak: false })
    doc.lineWidth(0.75).strokeColor(ink)
    doc.rect(left - 6, page.margin - 34, width + 12, 20).stroke()
  })
}

function onEveryPage(doc: Doc, draw: (number: number, count: number) => void) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    // Below the margin the text would open a page of its own.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    draw(index + 1, count)
    doc.endMarkedContent()
  }
}

/*
 * Pages are broken between the pieces of content, never inside one: what is added to an element that already hangs in
 * the tree is drawn at once, so room is made before it is added.
 */

export function heading(doc: Doc, parent: Element, tag: 'H1' | 'H2', words: string) {
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

export function text(
  doc: Doc,
  parent: Element,
  words: string,
  { size = 10, bold = false }: { size?: number; bold?: boolean } = {},
) {
  const font = bold ? 'bold' : 'regular'
  doc.font(font).fontSize(size)
  const lines = { width: innerWidth, lineGap: 4 }
  // A paragraph longer than a page flows on; the library then closes and opens its tag itself.
  const height = doc.heightOfString(words, lines)
  if (height < page.height / 2) room(doc, height)
  parent.add(
    doc.struct('P', {}, () => {
      doc.font(font).fontSize(size).fillColor(ink).text(words, page.margin, doc.y, lines)
    }),
  )
  doc.y += 6
}

/** Label and figure on one line, the figure large, between two rules. */
export function figureLine(
  doc: Doc,
  parent: Element,
  { label, value }: NonNullable<DocumentContent['figure']>,
) {
  const size = 20
  room(doc, size * 3)
  line(doc)
  const top = doc.y + 8
  parent.add(
    doc.struct('P', {}, () => {
      doc.font('regular').fontSize(11).fillColor(ink)
      doc.text(label, page.margin, top + size * 0.55, { lineBreak: false })
      doc.font('bold').fontSize(size)
      doc.text(value, page.margin, top, { width: innerWidth, align: 'right' })
    }),
  )
  doc.y += 6
  line(doc)
  doc.y += 12
}

export function rowsTable(doc: Doc, parent: Element, rows: readonly PrintedRow[]) {
  const element = doc.struct('Table')
  parent.add(element)
  for (const row of rows) tableRow(doc, element, row)
  line(doc)
  doc.y += 8
}

/** A short table is not begun where it would have to be broken off. */
export function keepTogether(doc: Doc, rows: readonly PrintedRow[], table?: PrintedTable) {
  const { columns = [], rows: cells = [] } = table ?? {}
  const boxes = boxesOf(columns)
  const lines = [columns.map(({ header }) => header), ...cells]
  const height =
    rows.reduce((sum, row) => sum + rowHeight(doc, row), headingRoom) +
    (table === undefined ? 0 : lines.reduce((sum, line) => sum + cellsHeight(doc, line, boxes), 0))
  if (height < page.height / 3) room(doc, height)
}

function rowHeight(doc: Doc, { label, value, strong = false }: PrintedRow): number {
  doc.font(strong ? 'bold' : 'regular').fontSize(10)
  const words = Math.max(
    doc.heightOfString(label, { width: labelWidth, lineGap }),
    doc.heightOfString(value, { width: valueWidth, lineGap }),
  )
  return words + rowPadding
}

/** Label and value side by side; a row is never torn in two by the end of a page. */
function tableRow(doc: Doc, parent: Element, row: PrintedRow) {
  const { label, value, strong = false } = row
  const height = rowHeight(doc, row)
  room(doc, height)
  line(doc)
  const top = doc.y + 4
  const element = doc.struct('TR')
  parent.add(element)
  element.add(
    doc.struct('TH', { scope: 'Row' }, () => {
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

type Column = { left: number; width: number; align: 'left' | 'right' }
const columnGap = 8
const cellSize = 9

/** A table of columns. Its head is drawn again on each page it goes on to, there for the eye only. */
export function columnsTable(doc: Doc, parent: Element, { columns, rows }: PrintedTable) {
  const boxes = boxesOf(columns)
  const headers = columns.map(({ header }) => header)
  const element = doc.struct('Table')
  parent.add(element)
  // The head does not stay behind without a row.
  room(doc, cellsHeight(doc, headers, boxes) + cellsHeight(doc, rows[0] ?? [], boxes))
  cellsRow(doc, element, headers, boxes, true)
  for (const cells of rows) {
    if (room(doc, cellsHeight(doc, cells, boxes))) headAgain(doc, headers, boxes)
    cellsRow(doc, element, cells, boxes, false)
  }
  line(doc)
  doc.y += 8
}

function boxesOf(columns: PrintedTable['columns']): Column[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const room = innerWidth - columnGap * (columns.length - 1)
  let left = page.margin
  return columns.map(({ share, numeric = false }) => {
    const width = (room * share) / shares
    const box = { left, width, align: numeric ? 'right' : 'left' } as const
    left += width + columnGap
    return box
  })
}

function cellsRow(
  doc: Doc,
  parent: Element,
  cells: readonly string[],
  boxes: readonly Column[],
  isHead: boolean,
) {
  const height = cellsHeight(doc, cells, boxes)
  line(doc)
  const top = doc.y + 4
  const row = doc.struct('TR')
  parent.add(row)
  for (const [index, box] of boxes.entries()) {
    const draw = () => drawCell(doc, cells[index] ?? '', box, top, isHead)
    row.add(
      isHead
        ? doc.struct('TH', { scope: 'Column' }, draw)
        : index === 0
          ? doc.struct('TH', { scope: 'Row' }, draw)
          : doc.struct('TD', {}, draw),
    )
  }
  row.end()
  doc.y = top - 4 + height
}

function headAgain(doc: Doc, headers: readonly string[], boxes: readonly Column[]) {
  const top = doc.y + 4
  doc.markContent('Artifact', { type: 'Layout' })
  for (const [index, box] of boxes.entries()) drawCell(doc, headers[index] ?? '', box, top, true)
  doc.endMarkedContent()
  doc.y = top - 4 + cellsHeight(doc, headers, boxes)
}

function drawCell(doc: Doc, words: string, box: Column, top: number, isHead: boolean) {
  const { left, width, align } = box
  doc.font('regular').fontSize(cellSize)
  doc.fillColor(isHead ? pale : ink).text(words, left, top, { width, align, lineGap })
}

function cellsHeight(doc: Doc, cells: readonly string[], boxes: readonly Column[]): number {
  doc.font('regular').fontSize(cellSize)
  const heights = boxes.map(({ width }, index) =>
    doc.heightOfString(cells[index] ?? '', { width, lineGap }),
  )
  return Math.max(...heights) + rowPadding
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

/** @returns whether a page was begun. */
function room(doc: Doc, needed: number): boolean {
  if (doc.y + needed <= page.height - page.margin) return false
  doc.addPage()
  return true
}
