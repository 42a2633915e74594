import { sql, type Insertable, type Updateable } from 'kysely'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { staffOfChange, type By } from './who.ts'

/** Who changes a row, and when; stored with the former row. */
export type ChangedBy = Pick<By, 'actor' | 'now' | 'staffId' | 'caseNo'> & {
  /** From when the change counts, where it is recorded later than that. */
  readonly countsFrom?: Instant
}

type ContractChange = Omit<Updateable<Database['contract']>, 'contract_id' | 'version'>
type LineChange = Omit<Updateable<Database['line']>, 'contract_id' | 'line_id' | 'version'>

type NewContract = Pick<
  Insertable<Database['contract']>,
  'contract_id' | 'account_id' | 'plan_code' | 'course' | 'status' | 'applied_at'
>

/** Inserts a contract that has not begun. */
export async function insertContract(tx: Db, contract: NewContract): Promise<void> {
  await insertRow(tx, 'contract', {
    ...contract,
    suspension_reason: null,
    started_on: null,
    document_received_on: null,
    ends_on: null,
    unpaid_since: null,
  })
}

/** The first row of a line. */
export async function insertLine(tx: Db, line: Insertable<Database['line']>): Promise<LineRow> {
  return tx.insertInto('line').values(line).returningAll().executeTakeFirstOrThrow()
}

/** The only writer of a contract's row: it stores the former row. The caller holds the contract's lock. */
export async function changeContract(
  tx: Db,
  contractId: string,
  change: ContractChange,
  by: ChangedBy,
): Promise<ContractRow> {
  const { staff_id, case_no } = staffOfChange(by)
  await sql`
    insert into contract_version (
      contract_id, version, former, replaced_at, replaced_by, counts_from, staff_id, case_no)
    select contract_id, version, to_jsonb(contract),
      ${by.now}, ${by.actor}, ${by.countsFrom ?? by.now}, ${staff_id}, ${case_no}
    from contract where contract_id = ${contractId}`.execute(tx)
  return tx
    .updateTable('contract')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('contract_id', '=', contractId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The only writer of a line's row: it stores the former row, without the nickname. The caller holds the contract's lock. */
export async function changeLine(
  tx: Db,
  { contractId, lineId }: { contractId: string; lineId: string },
  change: LineChange,
  by: ChangedBy,
): Promise<LineRow> {
  const { staff_id, case_no } = staffOfChange(by)
  await sql`
    insert into line_version (
      contract_id, line_id, version, former, replaced_at, replaced_by, counts_from, staff_id, case_no)
    select contract_id, line_id, version, to_jsonb(line) - 'nickname' - 'nickname_sealed',
      ${by.now}, ${by.actor}, ${by.countsFrom ?? by.now}, ${staff_id}, ${case_no}
    from line where contract_id = ${contractId} and line_id = ${lineId}`.execute(tx)
  return tx
    .updateTable('line')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
