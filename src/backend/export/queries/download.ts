import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { MemberTable, ShownValue } from '#backend/table.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { byteOrderMark, csvLines } from '#vocabulary/csv.ts'
import { parsePiece, readPiece, type ExportRow, type PieceName } from '../rows.ts'

type Deps = { readonly sealing: Sealing; readonly memberTables: readonly MemberTable[] }
type Bytes = AsyncGenerator<Uint8Array>
/** The text of one piece of the export that is read. */
type Read = (piece: PieceName) => Promise<string>

const readMe = `お客さまについて保存している情報です。

「表」のフォルダーには、記録の種類ごとにCSVとJSONの同じ内容のファイルがあります。
「書面」のフォルダーには、契約書面と適格請求書のPDFがあります。
パスワード、確認コード、カード番号、ほかのサービスを開くための符号は含みません。
このファイルには、氏名や電話番号などが読める形で入っています。共有の端末には保存しないでください。
`

const encoder = new TextEncoder()

export async function* exportAsJson(
  db: Db,
  deps: Deps,
  row: ExportRow,
  names: readonly PieceName[],
): Bytes {
  const read: Read = ({ position }) => readPiece(db, deps.sealing, row, position)
  yield encoder.encode(`{"作成日時":${JSON.stringify(formatRfc3339(row.requested_at))}`)
  for (const [table, pieces] of rowPieces(names)) {
    yield encoder.encode(`,\n${JSON.stringify(titleOf(deps, table))}:`)
    for await (const text of jsonRows(read, pieces)) yield encoder.encode(text)
  }
  yield encoder.encode('}\n')
}

export async function* exportAsZip(
  db: Db,
  deps: Deps,
  row: ExportRow,
  names: readonly PieceName[],
): Bytes {
  const read: Read = ({ position }) => readPiece(db, deps.sealing, row, position)
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const mtime = row.requested_at.epochMilliseconds
  async function* entry(name: string, texts: AsyncIterable<string> | Iterable<string>): Bytes {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = mtime
    zip.add(file)
    for await (const text of texts) {
      file.push(encoder.encode(text))
      yield* made.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  yield* entry('はじめにお読みください.txt', [byteOrderMark, readMe])
  for (const [table, pieces] of rowPieces(names)) {
    yield* entry(`表/${titleOf(deps, table)}.csv`, csvRows(read, pieces))
    yield* entry(`表/${titleOf(deps, table)}.json`, jsonRows(read, pieces))
  }
  for (const piece of names) {
    if (piece.file_name === null) continue
    const file = new ZipPassThrough(`書面/${piece.file_name}`)
    file.mtime = mtime
    zip.add(file)
    file.push(Buffer.from(await read(piece), 'base64'), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}

const titleOf = ({ memberTables }: Deps, table: string) =>
  memberTables.find((one) => one.table === table)?.title ?? table

/** Rows of a table as JSON objects by the columns' titles. */
async function* jsonRows(read: Read, pieces: readonly PieceName[]) {
  yield '['
  let isFirst = true
  for (const piece of pieces) {
    const { titles, rows } = parsePiece(await read(piece))
    for (const cells of rows) {
      const named = Object.fromEntries(titles.map((title, n) => [title, cells[n] ?? null]))
      yield `${isFirst ? '' : ','}\n${JSON.stringify(named)}`
      isFirst = false
    }
  }
  yield '\n]\n'
}

async function* csvRows(read: Read, pieces: readonly PieceName[]) {
  for (const [n, piece] of pieces.entries()) {
    const { titles, rows } = parsePiece(await read(piece))
    if (n === 0) yield byteOrderMark + csvLines([titles])
    yield csvLines(rows.map((cells) => cells.map(cellOf)))
  }
}

const rowPieces = (names: readonly PieceName[]) =>
  Map.groupBy(
    names.filter(({ file_name }) => file_name === null),
    ({ table_name }) => table_name,
  )

function cellOf(value: ShownValue) {
  if (value === null) return undefined
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  return typeof value === 'object' ? JSON.stringify(value) : value
}
