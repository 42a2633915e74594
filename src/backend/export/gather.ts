import { findContractId } from '#backend/contract/of-account.ts'
import { z } from 'zod'
import type { Selectable } from 'kysely'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ExportTables } from '#backend/db/tables/export.ts'
import type { Held } from '#backend/held.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Instant } from '#domain/tokyo.ts'
import { exportReadyMessage } from './messages.ts'

export type ExportRow = Selectable<ExportTables['member_export']>

export const gatherJob = defineJob({
  name: 'member-export',
  payload: z.object({ accountId: z.string(), exportId: z.string() }),
  retryLimit: 8,
  retryDelaySeconds: 10,
})

/** Each page is found anew among all rows of the member, of whom some have thirty thousand of a kind. */
const ROWS_A_PAGE = 2000
/** PDFs are some 100 kB each. */
const ROWS_WITH_FILES_A_PAGE = 5
/** Pages of one run: the next run goes on where it ended. */
const PAGES_A_RUN = 20

export const pieceAad = (exportId: string, position: number) =>
  `member_export_piece.piece:${exportId}:${position}`

const piece = z.object({ titles: z.array(z.string()), rows: z.array(z.array(z.json())) })
export type RowsPiece = z.output<typeof piece>
export const parsePiece = (text: string): RowsPiece => piece.parse(JSON.parse(text))

export type Gathering = {
  database: Pick<DatabaseHandle, 'db'>
  sealing: Sealing
  queue: JobQueue
  outbox: Outbox
  /** Every area's tables; known once all areas are made. */
  held: () => readonly Held[]
  now: () => Instant
}

/**
 * Gathers one page after another. Each transaction also saves how far it has come, so that a worker that is killed is
 * continued from there; no more than a page is in memory.
 */
export function createGather(deps: Gathering) {
  const { database, sealing, queue, outbox, now } = deps

  async function run(asked: { accountId: string; exportId: string }) {
    for (let page = 0; page < PAGES_A_RUN; page += 1)
      if (!(await database.db.transaction().execute((tx) => gatherPage(tx, asked)))) return
    await queue.send(database.db, gatherJob, asked)
  }

  /** @returns whether something is left. */
  async function gatherPage(
    tx: Db,
    { accountId, exportId }: { accountId: string; exportId: string },
  ) {
    const row = await tx
      .selectFrom('member_export')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('export_id', '=', exportId)
      .where('state', '=', 'gathering')
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return false
    const name = row.tables[row.tables_done]
    if (name === undefined) {
      await finish(tx, row)
      return false
    }
    const table = deps.held().find((one) => one.table === name)
    const read = table === undefined ? undefined : await readPage(tx, row, table)
    let position = row.pieces
    const write = async (text: string, fileName: string | null) => {
      await tx
        .insertInto('member_export_piece')
        .values({
          account_id: accountId,
          export_id: exportId,
          position,
          table_name: name,
          file_name: fileName,
          piece_sealed: sealing.seal(pieceAad(exportId, position), text),
        })
        .execute()
      position += 1
    }
    if (table !== undefined && read !== undefined && read.rows.length > 0)
      await write(JSON.stringify({ titles: table.titles, rows: read.rows }), null)
    for (const file of read?.files ?? []) await write(file.bytes.toString('base64'), file.name)
    const isDone = read?.next === undefined
    await tx
      .updateTable('member_export')
      .set({
        pieces: position,
        after: read?.next ?? null,
        tables_done: row.tables_done + (isDone ? 1 : 0),
        rows_gathered: row.rows_gathered + (read?.rows.length ?? 0),
      })
      .where('account_id', '=', accountId)
      .where('export_id', '=', exportId)
      .execute()
    return true
  }

  async function readPage(tx: Db, row: ExportRow, table: Held) {
    const contractId = await findContractId(tx, row.account_id)
    return table.read(
      tx,
      sealing,
      { accountId: row.account_id, contractId },
      {
        after: row.after ?? undefined,
        limit: table.hasFiles ? ROWS_WITH_FILES_A_PAGE : ROWS_A_PAGE,
        wholeNumbers: row.whole_numbers,
      },
    )
  }

  async function finish(tx: Db, row: ExportRow) {
    await tx
      .updateTable('member_export')
      .set({ state: 'ready', ready_at: now() })
      .where('account_id', '=', row.account_id)
      .where('export_id', '=', row.export_id)
      .execute()
    await outbox.post(tx, exportReadyMessage(row), now())
  }

  return { run }
}
