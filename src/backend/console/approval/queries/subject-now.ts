import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { guardedRequest } from '#protocol/console/approval.ts'
import type { GuardedDeps, GuardedRequest, Subject } from '../commands/guarded.ts'
import { operationOf } from '../procedure.ts'
import { hashFacts, type ApprovalRow } from '../rows.ts'
import { requestAad } from '../tables.ts'

const gone: readonly string[] = ['NOTHING_WAITS', 'VALIDATION_FAILED']

/** How things are now; undefined where nothing waits for the operation any more. */
export async function subjectNow(
  db: Db,
  deps: GuardedDeps,
  request: GuardedRequest,
): Promise<Subject | undefined> {
  try {
    return await operationOf(request).facts(db, deps)
  } catch (error) {
    // Nothing waits any more, or not for what was typed.
    if (error instanceof RefusalError && gone.includes(error.refusal.code)) return undefined
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
