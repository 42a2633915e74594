import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { lockRow } from '#backend/db/rows.ts'
import type { Evidence } from '#domain/identity/methods.ts'
import type { Instant } from '#domain/tokyo.ts'
import { openEvidence, sealEvidence, type CheckRow } from './checks.ts'

/** What staff decided. */
export type Decision =
  /** By a document that a person of the staff has seen; without, by the one that the reader has read. */
  | { readonly decision: 'approved'; readonly evidence?: Evidence | undefined }
  /** `reason` is why not, or what the member shall show instead. */
  | { readonly decision: 'refused' | 'documents_asked'; readonly reason: string }

/** People of the staff, by their names: who has compared the person with the document, and who says so. */
export type Staff = z.output<typeof staffSchema>

export const staffSchema = z.object({ checkedBy: z.string(), recordedBy: z.string() })

export const decisionAads = {
  evidence: (checkId: string) => `identity_decision.evidence:${checkId}`,
  staff: (checkId: string) => `identity_decision.staff:${checkId}`,
}

/** A check that waits for staff. @throws RangeError for one that does not */
export async function lockReview(tx: Db, checkId: string): Promise<CheckRow> {
  const check = await lockRow(tx, 'identity_check', { check_id: checkId, state: 'manual' })
  if (check === undefined) throw new RangeError(`No check ${checkId} waits for staff`)
  return check
}

/** @throws RangeError for a check that was decided before */
export async function insertDecision(
  tx: Db,
  sealing: Sealing,
  { account_id: accountId, check_id: checkId }: CheckRow,
  asked: Decision,
  by: Staff & { readonly now: Instant },
) {
  const { checkedBy, recordedBy, now } = by
  const evidence = asked.decision === 'approved' ? asked.evidence : undefined
  const written = await tx
    .insertInto('identity_decision')
    .values({
      account_id: accountId,
      check_id: checkId,
      decision: asked.decision,
      reason: asked.decision === 'approved' ? null : asked.reason,
      evidence_sealed:
        evidence === undefined
          ? null
          : sealEvidence(sealing, decisionAads.evidence(checkId), evidence),
      staff_sealed: sealing.seal(
        decisionAads.staff(checkId),
        JSON.stringify({ checkedBy, recordedBy }),
      ),
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

export async function findOpenDecisions(db: Db) {
  return db
    .selectFrom('identity_decision as d')
    .innerJoin('identity_check as c', 'c.check_id', 'd.check_id')
    .selectAll('c')
    .select(['d.decision', 'd.reason', 'd.evidence_sealed as decided_evidence', 'd.staff_sealed'])
    .where('d.carried_out_at', 'is', null)
    .orderBy('d.decided_at')
    .limit(500)
    .execute()
}

/** What an approval rests on, and whose it is; of one by a version before, neither is known. */
export function openDecision(
  sealing: Sealing,
  of: { check_id: string; decided_evidence: string | null; staff_sealed: string | null },
) {
  const { check_id: checkId, staff_sealed: staff } = of
  return {
    evidence: openEvidence(sealing, decisionAads.evidence(checkId), of.decided_evidence),
    staff:
      staff === null
        ? undefined
        : staffSchema.parse(JSON.parse(sealing.open(decisionAads.staff(checkId), staff))),
  }
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
