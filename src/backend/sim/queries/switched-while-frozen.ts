import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/**
 * As a part of a statement over `line` by that name: the last order whose SIM the carrier has put into service while staff
 * had stopped the line for suspected misuse. Whose SIM it is, is to be asked before the stop is lifted.
 */
export const switchedWhileFrozen = (line: string) => `(
  select o.order_no from procedure_order o
  where o.contract_id = ${line}.contract_id and o.line_id = ${line}.line_id
    and o.details ->> 'switchedWhile' = 'fraud'
  order by o.closed_at desc limit 1)`

/** The number of that order of one line. */
export async function findSwitchedWhileFrozen(
  db: Db,
  { contract_id: contractId, line_id: lineId }: { contract_id: string; line_id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ order_no: string | null }>`
    select ${sql.raw(switchedWhileFrozen('l'))} as order_no
    from line l where l.contract_id = ${contractId} and l.line_id = ${lineId}`.execute(db)
  return rows[0]?.order_no ?? undefined
}
