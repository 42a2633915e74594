import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

export type Decision =
  | { readonly decision: 'approved' }
  | { readonly decision: 'refused'; readonly reason: string }

/** Checks that were handed to staff, the oldest first; those decided already wait for the worker. */
export function listReviews(db: Db) {
  return db
    .selectFrom('identity_check as c')
    .leftJoin('identity_decision as d', 'd.check_id', 'c.check_id')
    .select(['c.check_id', 'c.order_no', 'c.attempts', 'c.changed_at', 'd.decision'])
    .where('c.state', '=', 'manual')
    .orderBy('c.changed_at')
    .execute()
}

/** @throws RangeError for a check that does not wait for staff, or was decided before */
export async function writeDecision(tx: Db, checkId: string, asked: Decision, now: Instant) {
  const check = await tx
    .selectFrom('identity_check')
    .select('account_id')
    .where('check_id', '=', checkId)
    .where('state', '=', 'manual')
    .forUpdate()
    .executeTakeFirst()
  if (check === undefined) throw new RangeError(`No check ${checkId} waits for staff`)
  const written = await tx
    .insertInto('identity_decision')
    .values({
      account_id: check.account_id,
      check_id: checkId,
      decision: asked.decision,
      reason: asked.decision === 'refused' ? asked.reason : null,
      decided_at: now,
      carried_out_at: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'check_id']).doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n)
    throw new RangeError(`Check ${checkId} was decided before`)
}

export function findOpenDecisions(db: Db) {
  return db
    .selectFrom('identity_decision as d')
    .innerJoin('identity_check as c', 'c.check_id', 'd.check_id')
    .selectAll('c')
    .select('d.decision')
    .where('d.carried_out_at', 'is', null)
    .orderBy('d.decided_at')
    .limit(500)
    .execute()
}

export async function noteCarriedOut(tx: Db, accountId: string, checkId: string, now: Instant) {
  await tx
    .updateTable('identity_decision')
    .set({ carried_out_at: now })
    .where('account_id', '=', accountId)
    .where('check_id', '=', checkId)
    .execute()
}

/** Why staff refused what an order waited for, in the member's words. */
export async function refusalReason(db: Db, accountId: string, orderNo: string) {
  const row = await db
    .selectFrom('identity_check as c')
    .innerJoin('identity_decision as d', 'd.check_id', 'c.check_id')
    .select('d.reason')
    .where('c.account_id', '=', accountId)
    .where('c.order_no', '=', orderNo)
    .executeTakeFirst()
  return row?.reason ?? undefined
}
