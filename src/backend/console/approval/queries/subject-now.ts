import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { guardedRequest } from '#protocol/console/approval.ts'
import type { GuardedDeps, GuardedRequest, Subject } from '../commands/guarded.ts'
import { operationOf } from '../procedure.ts'
import { hashFacts, type ApprovalRow } from '../rows.ts'
import { requestAad } from '../tables.ts'

/** How things are now; undefined where nothing waits for the operation any more. */
export async function subjectNow(
  db: Db,
  deps: GuardedDeps,
  request: GuardedRequest,
): Promise<Subject | undefined> {
  try {
    return await operationOf(request).facts(db, deps)
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'NOTHING_WAITS') return undefined
    throw error
  }
}

export const isUnchanged = (row: ApprovalRow, subject: Subject | undefined): boolean =>
  subject !== undefined && hashFacts(subject.facts) === row.facts_hash

/** What was asked, opened. */
export const requestOf = (
  { sealing }: Pick<GuardedDeps, 'sealing'>,
  row: ApprovalRow,
): GuardedRequest =>
  guardedRequest.parse(JSON.parse(sealing.open(requestAad(row.approval_no), row.request_sealed)))
