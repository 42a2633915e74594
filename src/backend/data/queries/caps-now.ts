import type { Db } from '#backend/db/connect.ts'
import { runFixed } from '#backend/db/fixed-query.ts'
import type { CapPeriod } from '#vocabulary/line-cap.ts'

export type CapNow = {
  readonly line_id: string
  readonly day_bytes: number | null
  readonly month_bytes: number | null
  /** The cap that the line has reached. */
  readonly period: CapPeriod | null
}

const capsNow = `
  select c.line_id, c.day_bytes, c.month_bytes, r.period
  from (
    select distinct on (line_id) line_id, day_bytes, month_bytes from line_cap
    where contract_id = $1 order by line_id, sequence desc) c
  left join line_cap_reach r on r.contract_id = $1 and r.line_id = c.line_id and r.state = 'reached'`

/** The caps of a contract's lines, for the pages that show every line; few contracts have any. */
export const readCapsNow = (db: Db, contractId: string): Promise<CapNow[]> =>
  runFixed<CapNow>(db, capsNow, [contractId])
