import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { yen } from '#domain/money.ts'
import { dueWarning, spentYen } from '#domain/spending/limit.ts'
import type { Instant } from '#domain/tokyo.ts'
import { limitReachedMessage } from '../messages/spending.ts'
import { loadSpent } from '../queries/purchase-rule.ts'
import { readNotices } from '../rows/spending.ts'
import { notifyOnce } from './notify-once.ts'

const CONTRACTS_A_ROUND = 500

/** Notifies every member whose month has come near the ceiling or reached it; to be run after calls and purchases are in. */
export async function warnOfLimits(
  { database, outbox, book }: Pick<AreaDeps, 'database' | 'outbox' | 'book'>,
  now: Instant,
) {
  const rounds = inRounds(
    CONTRACTS_A_ROUND,
    (round) => limitedContracts(database.db, round),
    (one) => one.contract_id,
  )
  for await (const watched of rounds)
    for (const { contract_id: contractId, account_id: accountId, limit_yen } of watched) {
      const spent = await loadSpent(database.db, { book }, contractId, now)
      const { month } = spent
      const soFarYen = spentYen(spent)
      const notices = await readNotices(database.db, contractId, month)
      const notified = new Set(notices.map(({ notice_key }) => notice_key))
      const warning = dueWarning(yen(limit_yen), { month, soFarYen }, notified)
      if (warning === undefined) continue
      const reached = { ...warning, month, limitYen: limit_yen, soFarYen }
      const message = limitReachedMessage({ accountId, contractId }, reached)
      await database.db
        .transaction()
        .execute((tx) =>
          notifyOnce(tx, outbox, { contractId, noticeKey: warning.noticeKey, month, now, message }),
        )
    }
}

type Watched = { contract_id: string; account_id: string; limit_yen: number }

/** Contracts with a ceiling; one that is stopped for a debt can still have traffic of before it come in. */
async function limitedContracts(db: Db, { after, limit }: Round): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select l.contract_id, c.account_id, l.limit_yen from spending_limit l join contract c using (contract_id)
    where l.contract_id > ${after} and l.limit_yen is not null
      and c.status in ('active', 'suspended', 'cancel_reserved')
      and not exists (select from spending_limit n
        where n.contract_id = l.contract_id and n.version > l.version)
    order by l.contract_id limit ${limit}`.execute(db)
  return rows
}
