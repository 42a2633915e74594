import { lockAccount } from '#backend/account-lock.ts'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { readProfile } from '#backend/holder.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { formatRfc3339, isBefore } from '#domain/tokyo.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { heldApi } from '#protocol/held.ts'
import { memberExportFile } from '#vocabulary/pages.ts'
import { exportStateLabels } from './held.ts'
import { gatherJob, type ExportRow, type Gathering } from './gather.ts'
import { exportAskedMessage, exportAskedText } from './messages.ts'

/** Days for which a file can be had (ours). */
const KEPT_DAYS = 7
/** Files asked for in a day. */
const MOST_A_DAY = 3

/** A text message to the member's telephone, sent by the worker. */
export type TellPhone = (
  tx: Db,
  to: { accountId: string; contact: string; text: string },
  now: Temporal.Instant,
) => Promise<void>

type Deps = Gathering & { tellPhone: TellPhone }

export function createExportService(deps: Deps) {
  const { sealing, queue, outbox } = deps

  /**
   * Begins to gather everything; the member is told at every contact.
   * @throws RefusalError EXPORT_UNDER_WAY, TOO_MANY_REQUESTS
   */
  async function ask(caller: Caller, wish: Input<typeof heldApi.memberExportPost>['body']) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    await lockAccount(tx, accountId)
    const known = await list(tx, accountId, now)
    if (known.some(({ state }) => state === 'gathering')) throw new RefusalError('EXPORT_UNDER_WAY')
    const since = now.subtract({ hours: 24 })
    if (known.filter((row) => isBefore(since, row.requested_at)).length >= MOST_A_DAY)
      throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
    const row = await tx
      .insertInto('member_export')
      .values({
        account_id: accountId,
        export_id: newId('exp'),
        state: 'gathering',
        whole_numbers: wish.wholeNumbers,
        tables: deps.held().flatMap(({ table, titles }) => (titles.length === 0 ? [] : [table])),
        after: null,
        requested_at: now,
        ready_at: null,
        expires_at: now.add({ hours: 24 * KEPT_DAYS }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(caller, row, 'export-asked', { wholeNumbers: wish.wholeNumbers })
    await queue.send(tx, gatherJob, { accountId, exportId: row.export_id })
    await outbox.post(tx, exportAskedMessage(row), now)
    const { phone } = await readProfile(tx, sealing, accountId)
    if (takesTextMessages(phone))
      await deps.tellPhone(tx, { accountId, contact: phone, text: exportAskedText }, now)
    return status(caller)
  }

  async function status(caller: Caller): Promise<Answer<typeof heldApi.memberExportGet>> {
    const { accountId } = accountOf(caller)
    const rows = await list(caller.db, accountId, caller.now)
    return { exports: rows.map(toWire) }
  }

  /** @throws RefusalError NOT_FOUND also for another member's */
  async function drop(caller: Caller, exportId: string) {
    const { accountId } = accountOf(caller)
    const row = await caller.db
      .deleteFrom('member_export')
      .where('account_id', '=', accountId)
      .where('export_id', '=', exportId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('NOT_FOUND')
    await note(caller, row, 'export-deleted')
    return status(caller)
  }

  return { ask, status, drop }
}

async function note(caller: Caller, row: ExportRow, action: string, details = {}) {
  await recordAudit(caller.db, {
    chain: row.account_id,
    at: caller.now,
    actor: 'member',
    accountId: row.account_id,
    action,
    target: row.export_id,
    details,
    traceKey: caller.traceKey,
  })
}

function list(db: Db, accountId: string, now: Temporal.Instant): Promise<ExportRow[]> {
  return db
    .selectFrom('member_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('requested_at', 'desc')
    .execute()
}

function toWire(row: ExportRow) {
  const isReady = row.state === 'ready'
  return {
    exportId: row.export_id,
    state: row.state,
    stateLabel: exportStateLabels[row.state],
    tablesDone: row.tables_done,
    tablesInAll: row.tables.length,
    rows: row.rows_gathered,
    wholeNumbers: row.whole_numbers,
    requestedAt: formatRfc3339(row.requested_at),
    expiresAt: formatRfc3339(row.expires_at),
    ...(isReady && {
      zipUrl: memberExportFile(row.export_id, 'zip'),
      jsonUrl: memberExportFile(row.export_id, 'json'),
    }),
  }
}
