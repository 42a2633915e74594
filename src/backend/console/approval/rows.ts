import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { canonical } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { getRow, lockRow } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { RefusalError } from '#backend/refusal.ts'

export type ApprovalRow = Selectable<Database['approval']>

/** One fact that the approver compares, in the words and figures of the screen. */
export type ApprovalFact = { readonly label: string; readonly value: string }

/** What two sets of facts have in common if nothing has changed. */
export const hashFacts = (facts: readonly ApprovalFact[]): string =>
  createHash('sha256').update(canonical(facts)).digest('base64url')

/** The proposal, locked until the end of the transaction. @throws RefusalError NOT_FOUND */
export async function lockApproval(tx: Db, approvalNo: string): Promise<ApprovalRow> {
  const row = await lockRow(tx, 'approval', { approval_no: approvalNo })
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  return row
}

/** @throws RefusalError APPROVAL_OPEN where the same is proposed already */
export async function insertApproval(tx: Db, row: ApprovalRow): Promise<void> {
  const { numInsertedOrUpdatedRows: written } = await tx
    .insertInto('approval')
    .values({ ...row, facts: JSON.stringify(row.facts) })
    .onConflict((conflict) =>
      conflict.columns(['operation', 'target']).where('state', '=', 'proposed').doNothing(),
    )
    .executeTakeFirst()
  if (written !== 1n) throw new RefusalError('APPROVAL_OPEN')
}

/** @throws RefusalError NOT_FOUND */
export const findApproval = (db: Db, approvalNo: string): Promise<ApprovalRow> =>
  getRow(db, 'approval', { approval_no: approvalNo }, () => new RefusalError('NOT_FOUND'))

/** Whose record an entry about a proposal belongs to. */
export const ofMember = (row: Pick<ApprovalRow, 'account_id' | 'contract_id'>) => ({
  ...(row.contract_id === null ? {} : { contractId: row.contract_id }),
  ...(row.account_id === null ? {} : { accountId: row.account_id }),
})
