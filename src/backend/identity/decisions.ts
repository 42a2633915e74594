import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

export type Decision =
  | { readonly decision: 'approved' }
  /** `reason` is why not, or what the member shall show instead. */
  | { readonly decision: 'refused' | 'documents_asked'; readonly reason: string }

/** Checks that were handed to staff, the oldest first; those decided already wait for the worker. */
export function listReviews(db: Db) {
  return db
    .selectFrom('identity_check as c')
    .leftJoin('identity_decision as d', (join) =>
      join.onRef('d.check_id', '=', 'c.check_id').on('d.carried_out_at', 'is', null),
    )
    .leftJoin('procedure_order as o', (join) =>
      join.onRef('o.contract_id', '=', 'c.contract_id').onRef('o.order_no', '=', 'c.order_no'),
    )
    .select(['c.account_id', 'c.check_id', 'c.order_no', 'c.attempts', 'c.changed_at'])
    .select(['c.failure', 'c.asked', 'd.decision', 'o.procedure'])
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
      reason: asked.decision === 'approved' ? null : asked.reason,
      decided_at: now,
      carried_out_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'check_id']).where('carried_out_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n)
    throw new RangeError(`Check ${checkId} was decided before`)
}

export function findOpenDecisions(db: Db) {
  return db
    .selectFrom('identity_decision as d')
    .innerJoin('identity_check as c', 'c.check_id', 'd.check_id')
    .selectAll('c')
    .select(['d.decision', 'd.reason'])
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
    .where('carried_out_at', 'is', null)
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
    .where('d.decision', '=', 'refused')
    .executeTakeFirst()
  return row?.reason ?? undefined
}
