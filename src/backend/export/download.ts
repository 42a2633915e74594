import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { recordAudit } from '#backend/audit.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Held, HeldValue } from '#backend/held.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { byteOrderMark, csvLines } from '#vocabulary/csv.ts'
import { parsePiece, pieceAad, type ExportRow } from './gather.ts'

type Asked = { accountId: string; exportId: string; format: 'zip' | 'json' }
type PieceName = { position: number; table_name: string; file_name: string | null }

const readMe = `お客さまについて保存している情報です。

「表」のフォルダーには、記録の種類ごとにCSVとJSONの同じ内容のファイルがあります。
「書面」のフォルダーには、契約書面と適格請求書のPDFがあります。
パスワード、確認コード、カード番号、ほかのサービスを開くための符号は含みません。
このファイルには、氏名や電話番号などが読める形で入っています。共有の端末には保存しないでください。
`

/** The file of a finished export, made while it is read: one piece at a time is in memory. */
export function createDownload(deps: {
  database: Pick<DatabaseHandle, 'db'>
  sealing: Sealing
  held: () => readonly Held[]
}) {
  const { db } = deps.database

  /** @throws RefusalError NOT_FOUND also for another member's, one that is not ready, and one that is over */
  async function open(asked: Asked, now: Instant, traceKey: string) {
    const { accountId, exportId, format } = asked
    const row = await db
      .selectFrom('member_export')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('export_id', '=', exportId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(notFound)
    await db.transaction().execute((tx) =>
      recordAudit(tx, {
        chain: accountId,
        at: now,
        actor: 'member',
        accountId,
        action: 'export-downloaded',
        target: exportId,
        details: { format },
        traceKey,
      }),
    )
    const names = await db
      .selectFrom('member_export_piece')
      .select(['position', 'table_name', 'file_name'])
      .where('account_id', '=', accountId)
      .where('export_id', '=', exportId)
      .orderBy('position')
      .execute()
    const day = formatRfc3339(row.requested_at).slice(0, 10)
    const bytes = format === 'zip' ? zipOf(row, names) : jsonOf(row, names)
    return { fileName: `hibiki-${day}.${format}`, stream: streamOf(bytes) }
  }

  async function textOf({ account_id, export_id }: ExportRow, { position }: PieceName) {
    const found = await db
      .selectFrom('member_export_piece')
      .select('piece_sealed')
      .where('account_id', '=', account_id)
      .where('export_id', '=', export_id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow(notFound)
    return deps.sealing.open(pieceAad(export_id, position), found.piece_sealed)
  }

  const titleOf = (table: string) => deps.held().find((one) => one.table === table)?.title ?? table

  /** Rows of a table as JSON objects by the columns' titles. */
  async function* jsonRows(row: ExportRow, pieces: readonly PieceName[]) {
    yield '['
    let isFirst = true
    for (const piece of pieces) {
      const { titles, rows } = parsePiece(await textOf(row, piece))
      for (const cells of rows) {
        const named = Object.fromEntries(
          titles.map((title, place) => [title, cells[place] ?? null]),
        )
        yield `${isFirst ? '' : ','}\n${JSON.stringify(named)}`
        isFirst = false
      }
    }
    yield '\n]\n'
  }

  async function* csvRows(row: ExportRow, pieces: readonly PieceName[]) {
    for (const [place, piece] of pieces.entries()) {
      const { titles, rows } = parsePiece(await textOf(row, piece))
      if (place === 0) yield byteOrderMark + csvLines([titles])
      yield csvLines(rows.map((cells) => cells.map(cellOf)))
    }
  }

  const encoder = new TextEncoder()

  async function* jsonOf(row: ExportRow, names: readonly PieceName[]) {
    yield encoder.encode(`{"作成日時":${JSON.stringify(formatRfc3339(row.requested_at))}`)
    for (const [table, pieces] of rowPieces(names)) {
      yield encoder.encode(`,\n${JSON.stringify(titleOf(table))}:`)
      for await (const text of jsonRows(row, pieces)) yield encoder.encode(text)
    }
    yield encoder.encode('}\n')
  }

  async function* zipOf(row: ExportRow, names: readonly PieceName[]) {
    const made: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      made.push(chunk)
    })
    const mtime = row.requested_at.epochMilliseconds
    async function* entry(name: string, texts: AsyncIterable<string> | Iterable<string>) {
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
      yield* entry(`表/${titleOf(table)}.csv`, csvRows(row, pieces))
      yield* entry(`表/${titleOf(table)}.json`, jsonRows(row, pieces))
    }
    for (const piece of names) {
      if (piece.file_name === null) continue
      const file = new ZipPassThrough(`書面/${piece.file_name}`)
      file.mtime = mtime
      zip.add(file)
      file.push(Buffer.from(await textOf(row, piece), 'base64'), true)
      yield* made.splice(0)
    }
    zip.end()
    yield* made.splice(0)
  }

  return { open }
}

/** Asks for the next bytes only when they are wanted; a reader that goes away ends it. */
const streamOf = (bytes: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await bytes.return(undefined)
    },
  })

const rowPieces = (names: readonly PieceName[]) =>
  Map.groupBy(
    names.filter(({ file_name }) => file_name === null),
    ({ table_name }) => table_name,
  )

function cellOf(value: HeldValue) {
  if (value === null) return undefined
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  return typeof value === 'object' ? JSON.stringify(value) : value
}
