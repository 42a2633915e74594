import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { MemberTable } from '#backend/table.ts'
import { readProfile } from '#backend/holder.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { exportAskedText } from '../messages.ts'
import { currentExports } from '../rows.ts'
import { exports } from '../steps.ts'
import { gatherJob } from './gather-export.ts'

/** Days for which a file can be had (ours). */
const FILE_DAYS = 7
/** Files requested in a day. */
const MOST_A_DAY = 3

export type ExportDeps = Pick<AreaDeps, 'sealing' | 'queue' | 'outbox'> & {
  /** Every area's tables; known once all areas are made. */
  readonly memberTables: readonly MemberTable[]
  /** A text message to the member's telephone, sent by the worker. */
  readonly sendText: (
    tx: Db,
    to: { accountId: string; contact: string; text: string },
    now: Instant,
  ) => Promise<void>
}

/**
 * Begins to gather everything, and notifies the member at every contact.
 * @throws RefusalError EXPORT_UNDER_WAY, TOO_MANY_REQUESTS
 */
export async function requestExport(
  tx: Db,
  deps: ExportDeps,
  who: AccountWho,
  { wholeNumbers }: { readonly wholeNumbers: boolean },
): Promise<void> {
  const { sealing, queue, memberTables, sendText } = deps
  const { accountId, now } = who
  await lockAccount(tx, accountId)
  await requireAnother(tx, accountId, now)
  const row = await takeFirstStep(tx, deps, who, exports, {
    step: 'asked',
    values: {
      account_id: accountId,
      export_id: newId('exp'),
      whole_numbers: wholeNumbers,
      tables: memberTables.flatMap(({ table, titles }) => (titles.length === 0 ? [] : [table])),
      requested_at: now,
      expires_at: now.add({ hours: 24 * FILE_DAYS }),
    },
  })
  await queue.send(tx, gatherJob, { accountId, exportId: row.export_id })
  const { phone } = await readProfile(tx, sealing, accountId)
  if (takesTextMessages(phone))
    await sendText(tx, { accountId, contact: phone, text: exportAskedText }, now)
}

async function requireAnother(tx: Db, accountId: string, now: Instant) {
  const known = await currentExports(tx, accountId, now)
  if (known.some(({ state }) => state === 'gathering')) throw new RefusalError('EXPORT_UNDER_WAY')
  const since = now.subtract({ hours: 24 })
  if (known.filter((row) => isBefore(since, row.requested_at)).length >= MOST_A_DAY)
    throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
}

/** @throws RefusalError NOT_FOUND also for another member's */
export async function dropExport(tx: Db, who: AccountWho, exportId: string): Promise<void> {
  const row = await tx
    .deleteFrom('member_export')
    .where('account_id', '=', who.accountId)
    .where('export_id', '=', exportId)
    .returning('export_id')
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  await recordNote(tx, who, { action: 'export-deleted', target: exportId })
}
