/** Excel reads a CSV file as UTF-8 only behind this mark. */
export const byteOrderMark = '\ufeff'

type Cell = string | number | undefined

/** A table as CSV (RFC 4180): lines end with CRLF, cells are quoted where they must be. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + csvLines(rows)
}

/** Lines of a file that begins with the mark. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a member typed (the name of a line) must not be taken for a formula; Excel reads the full-width signs as one too. */
function harmless(text: string): string {
  return /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}
