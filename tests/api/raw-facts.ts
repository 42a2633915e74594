import { sql } from 'kysely'
import type { SecondRecord } from '../facts/second-calculation.ts'
import type { Harness } from './harness.ts'

/** Everything the carrier handed out of the past, page by page, before our import saw it. */
export async function rawRecords({ services }: Harness): Promise<SecondRecord[]> {
  const records = new Map<string, SecondRecord>()
  let cursor = ''
  for (let more = true; more;) {
    const answer = await services.carrier.calls(cursor, 5000, '2026-11-20T10:00:00+09:00')
    if (answer.kind !== 'accepted') throw new Error('the carrier gave no records')
    for (const row of answer.value.rows) records.set(row.recordId, row)
    cursor = answer.value.nextCursor || cursor
    more = answer.value.more
  }
  return [...records.values()]
}

/** When each line began, in their order. */
export async function joinDays({ database }: Harness, accountId: string) {
  const lines = await database.db
    .selectFrom('line')
    .innerJoin('contract', 'contract.contract_id', 'line.contract_id')
    .select('line.activated_on')
    .where('contract.account_id', '=', accountId)
    .orderBy('line.position')
    .execute()
  return lines.map(({ activated_on }) => String(activated_on))
}

/** Top-ups as the audit tells of them, in Japanese time. */
export async function purchases({ database }: Harness, accountId: string) {
  const entries = await database.db
    .selectFrom('audit_entry')
    .select([
      sql<string>`to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS')`.as('at'),
      sql<string>`details ->> 'packId'`.as('pack'),
    ])
    .where('account_id', '=', accountId)
    .where('action', '=', 'top-up-bought')
    .execute()
  return entries
}
