import { findRow, lockRow } from '#backend/db/rows.ts'
import { nameOfStaff } from '#backend/console/staff/public.ts'
import { decideReview, identityDecisionsJob } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import type { Guarded } from './guarded.ts'

/** A check of identity that people compared: by a document that one of them has seen, or by what the reader has read. */
export const identityApproved: Guarded<'identityApproved'> = {
  act: 'identity.approve',
  facts: async (db, _, { checkId, seen }) => {
    const review = await findRow(db, 'identity_check', { check_id: checkId, state: 'manual' })
    if (review === undefined) throw new RefusalError('NOTHING_WAITS')
    return {
      target: checkId,
      accountId: review.account_id,
      contractId: review.contract_id ?? undefined,
      facts: [
        { label: '手続き', value: review.order_no },
        { label: '読み取りの回数', value: `${review.attempts}回` },
        {
          label: '確認の方法',
          value: seen === undefined ? '読み取った書類による' : identityMethods[seen.method],
        },
        ...(seen === undefined ? [] : [{ label: '書類', value: identityDocuments[seen.document] }]),
      ],
    }
  },
  lock: (tx, { checkId }) => lockRow(tx, 'identity_check', { check_id: checkId }),
  run: async (tx, { sealing, queue }, { now }, { checkId, seen }, { proposedBy, approvedBy }) => {
    const evidence = seen && {
      method: seen.method,
      document: seen.document,
      reference: seen.number,
    }
    await decideReview(
      tx,
      { sealing },
      checkId,
      { decision: 'approved', evidence },
      {
        checkedBy: await nameOfStaff(tx, proposedBy),
        recordedBy: await nameOfStaff(tx, approvedBy),
        now,
      },
    )
    await queue.send(tx, identityDecisionsJob, {})
  },
}
