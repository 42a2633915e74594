import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holderOf, readProfile } from '#backend/holder.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import { identifiedKinds } from '#domain/identity/duty.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { findEdit, openChanges } from '../rows.ts'
import { withChanges } from './edit-changes.ts'

/** Whether the law requires proof of a change: of the holder of a line that asks for one, and of a member who was verified before. */
export async function mustProve(
  db: Db,
  sealing: Sealing,
  accountId: string,
  on: TokyoDate,
): Promise<boolean> {
  if (await holdsIdentifiedLine(db, accountId, on)) return true
  return (await readVerifiedIdentity(db, sealing, accountId)) !== undefined
}

async function holdsIdentifiedLine(db: Db, accountId: string, on: TokyoDate): Promise<boolean> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('line', 'line.contract_id', 'contract.contract_id')
    .select('line.line_id')
    .where('contract.account_id', '=', accountId)
    .where('line.kind', 'in', identifiedKinds(on))
    .where('line.status', '!=', 'ended')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What a check of a change compares: the new values, with the birth that does not change. */
export async function subjectOfEdit(db: Db, sealing: Sealing, accountId: string, editNo: string) {
  const row = await findEdit(db, accountId, editNo)
  if (row === undefined) return undefined
  const known = await readProfile(db, sealing, accountId)
  const { after } = openChanges(sealing, row)
  return { ...holderOf(withChanges(known, after)), isOver: row.state !== 'documents_required' }
}
