import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { MemberTable } from '#backend/table.ts'
import { notFound } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { exportAsJson, exportAsZip } from '../queries/download.ts'
import { pieceNames } from '../rows.ts'

type Deps = Pick<AreaDeps, 'database' | 'sealing'> & {
  readonly memberTables: readonly MemberTable[]
}
export type OpenRequest = Omit<AccountWho, 'actor'> & {
  readonly exportId: string
  readonly format: 'zip' | 'json'
}

/**
 * The file of a finished export, made while it is read: one piece at a time is in memory.
 * @throws RefusalError NOT_FOUND also for another member's, one that is not ready, and one that has expired
 */
export async function openExport(deps: Deps, { exportId, format, ...who }: OpenRequest) {
  const { db } = deps.database
  const row = await db
    .selectFrom('member_export')
    .selectAll()
    .where('account_id', '=', who.accountId)
    .where('export_id', '=', exportId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', who.now)
    .executeTakeFirstOrThrow(notFound)
  const note = { action: 'export-downloaded', target: exportId, details: { format } }
  await db.transaction().execute((tx) => recordNote(tx, { actor: 'member', ...who }, note))
  const names = await pieceNames(db, row)
  const day = formatRfc3339(row.requested_at).slice(0, 10)
  const bytes = (format === 'zip' ? exportAsZip : exportAsJson)(db, deps, row, names)
  return { fileName: `hibiki-${day}.${format}`, stream: streamOf(bytes) }
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
