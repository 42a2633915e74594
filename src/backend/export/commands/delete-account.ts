import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Retention } from '#backend/retention.ts'
import { recordChange, type StepDeps } from '#backend/step/record-change.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { deletionAskedMessage, deletionWithdrawnMessage } from '../messages.ts'
import { standingOf } from '../queries/status.ts'

export type DeletionDeps = Pick<AreaDeps, 'database' | 'log'> & {
  readonly deleteAccountData: Retention['deleteAccountData']
}

/**
 * Requests the deletion of the account. Repeating the request changes nothing and does not restart the clock.
 * @throws RefusalError ACCOUNT_IN_USE, ACCOUNT_OWES
 */
export async function requestDeletion(tx: Db, deps: StepDeps, who: AccountWho): Promise<void> {
  const { accountId, now } = who
  const { refusal, contractId } = await standingOf(tx, accountId)
  if (refusal !== undefined) throw new RefusalError(refusal)
  const days = ruleValue('accountDeletionAfter', toTokyoDate(now))
  const dueAt = now.add({ hours: 24 * days })
  const requested = { requested_at: now, due_at: dueAt, withdrawn_at: null }
  const written = await tx
    .insertInto('account_deletion')
    .values({ account_id: accountId, ...requested })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(requested)
        .where('account_deletion.withdrawn_at', 'is not', null),
    )
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n) return
  const facts = { requestedAt: now, dueAt, keeps: contractId !== undefined }
  await recordChange(tx, deps, who, {
    action: 'deletion-asked',
    target: accountId,
    message: () => deletionAskedMessage(accountId, facts),
  })
}

/** @throws RefusalError NOTHING_BOOKED */
export async function withdrawDeletion(tx: Db, deps: StepDeps, who: AccountWho): Promise<void> {
  const { accountId, now } = who
  const row = await tx
    .updateTable('account_deletion')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .returning('requested_at')
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('NOTHING_BOOKED')
  await recordChange(tx, deps, who, {
    action: 'deletion-withdrawn',
    target: accountId,
    message: () => deletionWithdrawnMessage(accountId, row.requested_at),
  })
}

/** Deletes the accounts that are due. No message is sent: the contacts are deleted too. */
export async function deleteAccounts(
  { database, log, deleteAccountData }: DeletionDeps,
  now: Instant,
): Promise<void> {
  const requested = await database.db
    .selectFrom('account_deletion')
    .select('account_id')
    .where('withdrawn_at', 'is', null)
    .where('due_at', '<=', now)
    .limit(500)
    .execute()
  for (const { account_id: accountId } of requested)
    await isolated(log, { accountId }, 'account not deleted', () =>
      database.db.transaction().execute(async (tx) => {
        const { refusal, contractId } = await standingOf(tx, accountId)
        // A debt that has come up since is paid first.
        if (refusal === undefined) await deleteAccountData(tx, accountId, contractId)
      }),
    )
}
