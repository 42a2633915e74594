import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Contracts of one statement: a month of one has up to 744 records. */
const CONTRACTS_A_ROUND = 500

/** Contracts `c` of which this is so, in the order of their ids. */
export async function contractsInRounds(
  db: Db,
  isSo: RawBuilder<unknown>,
  work: (contractIds: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ contract_id: string }>`
      select contract_id from contract c where contract_id > ${after} and ${isSo}
      order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(db)
    const ids = rows.map((row) => row.contract_id)
    if (ids.length > 0) await work(ids)
    if (ids.length < CONTRACTS_A_ROUND) return
    after = ids.at(-1) ?? after
  }
}
