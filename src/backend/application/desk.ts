import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { StaffDecision } from './decide.ts'
import { answersOf } from './rows.ts'

/** Applications that wait for staff, the oldest first; those decided already wait for the worker. */
export function listReviews(db: Db) {
  return db
    .selectFrom('application')
    .select(['order_no', 'doubt', 'submitted_at', 'decision'])
    .where('state', '=', 'in_review')
    .orderBy('submitted_at')
    .execute()
}

/** What was typed, to be compared; who has seen it is written down. @throws RangeError for one that is not in review */
export async function showReview(tx: Db, sealing: Sealing, orderNo: string, now: Instant) {
  const row = await lockReview(tx, orderNo)
  await recordAudit(tx, {
    chain: row.account_id ?? row.application_id,
    at: now,
    actor: 'staff',
    ...(row.account_id !== null && { accountId: row.account_id }),
    action: 'application-read',
    target: orderNo,
  })
  return answersOf(sealing, row)
}

/** @throws RangeError for one that is not in review, or was decided before */
export async function decideReview(tx: Db, orderNo: string, asked: StaffDecision, now: Instant) {
  const row = await lockReview(tx, orderNo)
  if (row.decision !== null) throw new RangeError(`${orderNo} was decided before`)
  if (row.doubt === 'identity')
    throw new RangeError(`${orderNo} waits for its identity check: decide that by npm run reviews`)
  await tx
    .updateTable('application')
    .set({ decision: asked.decision, reason: asked.reason ?? null, decision_at: now })
    .where('application_id', '=', row.application_id)
    .execute()
}

async function lockReview(tx: Db, orderNo: string) {
  const row = await tx
    .selectFrom('application')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('state', '=', 'in_review')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RangeError(`No application ${orderNo} waits for staff`)
  return row
}
