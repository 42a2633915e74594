import { sql } from 'kysely'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, requireProof, type Caller } from '#backend/caller.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Retention } from '#backend/retention.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { contractIdOf } from '#backend/contract/of-account.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { heldApi } from '#protocol/held.ts'
import { deletionAskedMessage, deletionWithdrawnMessage } from './messages.ts'

type Deps = {
  database: Pick<DatabaseHandle, 'db'>
  outbox: Outbox
  log: Log
  forgetAccount: Retention['forgetAccount']
}

export function createDeletion({ database, outbox, log, forgetAccount }: Deps) {
  /** @throws RefusalError SECOND_FACTOR_REQUIRED, ACCOUNT_IN_USE, ACCOUNT_OWES */
  async function ask(caller: Caller) {
    requireProof('secondFactor', caller)
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    const { refusal, contractId } = await standingOf(tx, accountId)
    if (refusal !== undefined) throw new RefusalError(refusal)
    const days = ruleValue('accountDeletionAfter', toTokyoDate(now))
    const asked = { requested_at: now, due_at: now.add({ hours: 24 * days }), withdrawn_at: null }
    const written = await tx
      .insertInto('account_deletion')
      .values({ account_id: accountId, ...asked })
      // Asked for twice: the first day counts.
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet(asked)
          .where('account_deletion.withdrawn_at', 'is not', null),
      )
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows === 1n) {
      await note(tx, accountId, 'deletion-asked', caller)
      const keeps = contractId !== undefined
      const told = { requestedAt: now, dueAt: asked.due_at, keeps }
      await outbox.post(tx, deletionAskedMessage(accountId, told), now)
    }
    return status(caller)
  }

  /** @throws RefusalError NOTHING_BOOKED */
  async function withdraw(caller: Caller) {
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    const row = await tx
      .updateTable('account_deletion')
      .set({ withdrawn_at: now })
      .where('account_id', '=', accountId)
      .where('withdrawn_at', 'is', null)
      .returning('requested_at')
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('NOTHING_BOOKED')
    await note(tx, accountId, 'deletion-withdrawn', caller)
    await outbox.post(tx, deletionWithdrawnMessage(accountId, row.requested_at), now)
    return status(caller)
  }

  async function status(caller: Caller): Promise<Answer<typeof heldApi.accountDeletionGet>> {
    const { accountId } = accountOf(caller)
    const { refusal, contractId } = await standingOf(caller.db, accountId)
    const row = await caller.db
      .selectFrom('account_deletion')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return {
      state: row === undefined ? 'none' : row.withdrawn_at === null ? 'requested' : 'withdrawn',
      ...(row && {
        requestedAt: formatRfc3339(row.requested_at),
        dueAt: formatRfc3339(row.due_at),
      }),
      ...(refusal && { refusal }),
      keeps: contractId !== undefined,
    }
  }

  /** Deletes what was asked for long enough ago; done is gone, and nobody can be told. */
  async function carryOut(now: Instant) {
    const due = await database.db
      .selectFrom('account_deletion')
      .select('account_id')
      .where('withdrawn_at', 'is', null)
      .where('due_at', '<=', now)
      .limit(500)
      .execute()
    for (const { account_id: accountId } of due)
      await isolated(log, { accountId }, 'account not deleted', () =>
        database.db.transaction().execute(async (tx) => {
          const standing = await standingOf(tx, accountId)
          // A debt has come up since: nothing is deleted before it is settled.
          if (standing.refusal === undefined)
            await forgetAccount(tx, accountId, standing.contractId)
        }),
      )
  }

  return { ask, withdraw, status, carryOut }
}

/** Whether the account can be deleted: there is no contract, or one that is over and settled. */
async function standingOf(db: Db, accountId: string) {
  const contract = await db
    .selectFrom('contract as c')
    .select(['c.contract_id', 'c.status'])
    .select(
      sql<boolean>`exists (select 1 from bill where contract_id = c.contract_id and state not in ('paid', 'refunded'))`.as(
        'owes',
      ),
    )
    .where('c.contract_id', '=', contractIdOf(sql.val(accountId)))
    .executeTakeFirst()
  if (contract === undefined) return {}
  const { contract_id: contractId, status, owes } = contract
  const isOver = contractStates.isState(status) && contractStates.isTerminal(status)
  if (!isOver) return { contractId, refusal: 'ACCOUNT_IN_USE' as const }
  return owes ? { contractId, refusal: 'ACCOUNT_OWES' as const } : { contractId }
}

async function note(tx: Db, accountId: string, action: string, caller: Caller) {
  await recordAudit(tx, {
    chain: accountId,
    at: caller.now,
    actor: 'member',
    accountId,
    action,
    target: accountId,
    traceKey: caller.traceKey,
  })
}
