import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { answersOf } from '../rows/answers.ts'
import { findByCheck } from '../rows/applications.ts'

/** Applications that wait for staff, the oldest first; those decided already wait for the worker. */
export function listReviews(db: Db) {
  return db
    .selectFrom('application')
    .select(['order_no', 'doubt', 'submitted_at', 'decision'])
    .where('state', '=', 'in_review')
    .orderBy('submitted_at')
    .execute()
}

/** What the document of an applicant is compared with: what was typed here, which the account does not know yet. */
export async function findSubject(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  accountId: string,
  orderNo: string,
) {
  const row = await findByCheck(db, orderNo)
  if (row?.account_id !== accountId) return undefined
  const { holder } = answersOf(sealing, row)
  if (holder === undefined) return undefined
  return {
    name: `${holder.lastName} ${holder.firstName}`,
    kana: `${holder.lastNameKana} ${holder.firstNameKana}`.trim(),
    birth: holder.birth,
    address: holder.region + holder.locality + holder.street,
    isOver: row.state !== 'open' && row.state !== 'in_review',
  }
}
