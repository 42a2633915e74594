import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { IdentityTables } from '#backend/db/tables/identity.ts'
import { notFound } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'

export type CheckRow = Selectable<IdentityTables['identity_check']>

/** Opens the check an order waits for; the same order again finds it opened. */
export async function insertCheck(
  tx: Db,
  check: { accountId: string; contractId: string | null; orderNo: string; now: Instant },
) {
  await tx
    .insertInto('identity_check')
    .values({
      account_id: check.accountId,
      check_id: newId('idc'),
      contract_id: check.contractId,
      order_no: check.orderNo,
      state: 'waiting',
      opened_at: check.now,
      changed_at: check.now,
    })
    .onConflict((conflict) => conflict.column('order_no').doNothing())
    .execute()
}

export async function findCheckOfOrder(
  db: Db,
  accountId: string,
  orderNo: string,
): Promise<CheckRow | undefined> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
}

/** @throws RefusalError NOT_FOUND also for another account's check. */
export async function lockCheck(tx: Db, accountId: string, checkId: string): Promise<CheckRow> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('check_id', '=', checkId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** The check whose present attempt is this session; none when it was begun anew since. */
export async function findCheckOfSession(db: Db, sessionId: string): Promise<CheckRow | undefined> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Checks whose session may have come to something. */
export async function findOpenSessions(db: Db): Promise<CheckRow[]> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('state', 'in', ['waiting', 'reading', 'unreadable'])
    .where('session_id', 'is not', null)
    .orderBy('changed_at')
    .limit(500)
    .execute()
}

export async function saveCheck(tx: Db, row: CheckRow, now: Instant) {
  await tx
    .updateTable('identity_check')
    .set({
      state: row.state,
      attempts: row.attempts,
      round: row.round,
      session_id: row.session_id,
      expires_at: row.expires_at,
      verified_on: row.verified_on,
      failure: row.failure === null ? null : JSON.stringify(row.failure),
      back_path: row.back_path,
      asked: row.asked,
      changed_at: now,
    })
    .where('account_id', '=', row.account_id)
    .where('check_id', '=', row.check_id)
    .execute()
}
