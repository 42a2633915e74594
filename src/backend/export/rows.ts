import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, insertRow } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'

export type ExportRow = Selectable<Database['member_export']>
type ExportKey = Pick<ExportRow, 'account_id' | 'export_id'>
/** A part of an export's content: rows of a table, or one file. */
export type PieceName = Pick<
  Selectable<Database['member_export_piece']>,
  'position' | 'table_name' | 'file_name'
>

export const pieceAad = (exportId: string, position: number) =>
  `member_export_piece.piece:${exportId}:${position}`

const rowsPiece = z.object({ titles: z.array(z.string()), rows: z.array(z.array(z.json())) })
export const parsePiece = (text: string) => rowsPiece.parse(JSON.parse(text))

/** The exports of an account whose file can still be had or is being made, the newest first. */
export async function currentExports(
  db: Db,
  accountId: string,
  now: Instant,
): Promise<ExportRow[]> {
  return db
    .selectFrom('member_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('requested_at', 'desc')
    .execute()
}

export async function savePiece(
  tx: Db,
  sealing: Sealing,
  { account_id, export_id }: ExportKey,
  { text, ...name }: PieceName & { readonly text: string },
) {
  await insertRow(tx, 'member_export_piece', {
    account_id,
    export_id,
    ...name,
    piece_sealed: sealing.seal(pieceAad(export_id, name.position), text),
  })
}

export async function deletePieces(tx: Db, { account_id, export_id }: ExportKey) {
  await deleteRows(tx, 'member_export_piece', { account_id, export_id })
}

export async function pieceNames(
  db: Db,
  { account_id, export_id }: ExportKey,
): Promise<PieceName[]> {
  return db
    .selectFrom('member_export_piece')
    .select(['position', 'table_name', 'file_name'])
    .where('account_id', '=', account_id)
    .where('export_id', '=', export_id)
    .orderBy('position')
    .execute()
}

export async function readPiece(
  db: Db,
  sealing: Sealing,
  { account_id, export_id }: ExportKey,
  position: number,
): Promise<string> {
  const found = await db
    .selectFrom('member_export_piece')
    .select('piece_sealed')
    .where('account_id', '=', account_id)
    .where('export_id', '=', export_id)
    .where('position', '=', position)
    .executeTakeFirstOrThrow(notFound)
  return sealing.open(pieceAad(export_id, position), found.piece_sealed)
}
