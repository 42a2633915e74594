import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import { findContractId } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { atMost, columnsOf, lockRow, updateRows } from '#backend/db/rows.ts'
import type { MemberTable } from '#backend/table.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { deletePieces, savePiece, type ExportRow } from '../rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { exports } from '../steps.ts'

export const gatherJob = defineJob({
  name: 'member-export',
  payload: z.object({ accountId: z.string(), exportId: z.string() }),
  retryLimit: 8,
  retryDelaySeconds: 10,
})

/** Each page is searched for anew among all rows of the member; some members have thirty thousand rows of a kind. */
const ROWS_A_PAGE = 2000
/** PDFs are some 100 kB each. */
const ROWS_WITH_FILES_A_PAGE = 5
/** Pages of one run: the next run continues where it ended. */
const PAGES_A_RUN = 20

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'queue' | 'outbox' | 'clock'> & {
  readonly memberTables: readonly MemberTable[]
}
type ExportId = { readonly accountId: string; readonly exportId: string }

/**
 * Gathers one page after another. Each transaction also saves how far it has come, so that the export continues from there
 * after the worker was killed; no more than a page is in memory.
 */
export async function gatherExport(deps: Deps, of: ExportId): Promise<void> {
  const { db } = deps.database
  for (let page = 0; page < PAGES_A_RUN; page += 1)
    if (!(await db.transaction().execute((tx) => gatherPage(tx, deps, of)))) return
  await deps.queue.send(db, gatherJob, of)
}

/** @returns whether something is left. */
async function gatherPage(tx: Db, deps: Deps, of: ExportId): Promise<boolean> {
  const row = await lockGathering(tx, of)
  if (row === undefined) return false
  const name = row.tables[row.tables_done]
  if (name === undefined) {
    await finish(tx, deps, row)
    return false
  }
  const table = deps.memberTables.find((one) => one.table === name)
  const page = table === undefined ? undefined : await readPage(tx, deps, row, table)
  const rows = page?.rows ?? []
  const pieces = [
    ...(rows.length === 0
      ? []
      : [{ text: JSON.stringify({ titles: table?.titles, rows }), file_name: null }]),
    ...(page?.files ?? []).map((file) => ({
      text: file.bytes.toString('base64'),
      file_name: file.name,
    })),
  ]
  for (const [n, piece] of pieces.entries())
    await savePiece(tx, deps.sealing, row, {
      ...piece,
      position: row.pieces + n,
      table_name: name,
    })
  await saveExport(tx, row, {
    pieces: row.pieces + pieces.length,
    after: page?.next ?? null,
    tables_done: row.tables_done + (page?.next === undefined ? 1 : 0),
    rows_gathered: row.rows_gathered + rows.length,
  })
  return true
}

/** All tries of the job are over within the hour; a worker that was away comes back within the day. */
const GIVEN_UP_AFTER_HOURS = 24

/** Tells members whose file could not be made, and deletes what was gathered of it: they can ask for another. */
export async function giveUpExports(deps: Deps & Pick<AreaDeps, 'log'>, now: Instant) {
  const { database, log } = deps
  const late = await columnsOf(database.db, 'member_export', ['account_id', 'export_id'], {
    state: 'gathering',
    requested_at: atMost(now.subtract({ hours: GIVEN_UP_AFTER_HOURS })),
  })
  for (const { account_id: accountId, export_id: exportId } of late)
    await isolated(log, { exportId }, 'export not given up', () =>
      database.db.transaction().execute(async (tx) => {
        const row = await lockGathering(tx, { accountId, exportId })
        if (row === undefined) return
        await deletePieces(tx, row)
        const by = { actor: 'system', accountId, now } as const
        await takeStep(tx, deps, by, exports, { row, step: 'given_up' })
      }),
    )
}

async function lockGathering(tx: Db, { accountId, exportId }: ExportId) {
  return lockRow(tx, 'member_export', {
    account_id: accountId,
    export_id: exportId,
    state: 'gathering',
  })
}

async function readPage(tx: Db, { sealing }: Deps, row: ExportRow, table: MemberTable) {
  const { account_id: accountId, after } = row
  const contractId = await findContractId(tx, accountId)
  return table.read(
    tx,
    sealing,
    { accountId, contractId },
    {
      after: after ?? undefined,
      limit: table.hasFiles ? ROWS_WITH_FILES_A_PAGE : ROWS_A_PAGE,
      wholeNumbers: row.whole_numbers,
    },
  )
}

async function finish(tx: Db, deps: Deps, row: ExportRow) {
  const now = deps.clock.now()
  const by = { actor: 'system', accountId: row.account_id, now } as const
  await takeStep(tx, deps, by, exports, { row, step: 'gathered', patch: { ready_at: now } })
}

async function saveExport(tx: Db, row: ExportRow, changes: Partial<ExportRow>) {
  await updateRows(
    tx,
    'member_export',
    { account_id: row.account_id, export_id: row.export_id },
    changes,
  )
}
