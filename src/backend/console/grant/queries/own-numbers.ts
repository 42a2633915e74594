import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'

/** Numbers of lines are found by this index, and numbers that staff declared too. */
export const numberIndex = (sealing: Sealing, number: string) => sealing.index('number', number)

/** Whether the member has a number, of a line or to be called at, that this person declared. */
export async function isOwnNumber(
  db: Db,
  sealing: Sealing,
  staffId: string,
  accountId: string,
): Promise<boolean> {
  const declared = await rowsOf(db, 'staff_kin', { staff_id: staffId })
  if (declared.length === 0) return false
  const indexes = declared.map((row) => row.number_index)
  const line = await db
    .selectFrom('line')
    .innerJoin('contract', 'contract.contract_id', 'line.contract_id')
    .select('line.line_id')
    .where('contract.account_id', '=', accountId)
    .where('line.number_index', '=', sql<string>`any(${indexes})`)
    .limit(1)
    .executeTakeFirst()
  if (line !== undefined) return true
  const { phone } = await readHolder(db, sealing, accountId)
  return phone !== undefined && indexes.includes(numberIndex(sealing, phone))
}

export async function readOwnNumbers(db: Db, staffId: string) {
  const rows = await rowsOf(db, 'staff_kin', { staff_id: staffId }, 'declared_at')
  return { numbers: rows.map((row) => ({ declaredAt: formatRfc3339(row.declared_at) })) }
}
