import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { sealNickname, toWireLine } from '#backend/contract/line-mapping.ts'

/** Sets a line's nickname; an empty text removes it. */
export async function renameLine(
  tx: Db,
  { sealing }: Pick<ProcedureDeps, 'sealing'>,
  who: Who,
  { lineId, nickname }: { lineId: string; nickname: string },
) {
  const { contractId } = who
  await lockContract(tx, contractId)
  await findLine(tx, contractId, lineId)
  const change = sealNickname(sealing, lineId, nickname)
  const renamed = await changeLine(tx, { contractId, lineId }, change, who)
  await recordNote(tx, who, { action: 'line-renamed', target: lineId })
  return toWireLine(renamed, sealing)
}

const ROWS_A_ROUND = 200

/**
 * Seals names that were written in clear: before names were sealed, or by a process of the older version while a new one
 * is rolled out.
 */
export async function sealOldNicknames(
  { database, sealing }: Pick<ProcedureDeps, 'database' | 'sealing'>,
  now: Instant,
) {
  for (;;) {
    const open = await database.db
      .selectFrom('line')
      .select(['contract_id', 'line_id'])
      .where('nickname', '<>', '')
      .limit(ROWS_A_ROUND)
      .execute()
    if (open.length === 0) return
    for (const { contract_id: contractId, line_id: lineId } of open)
      await database.db.transaction().execute(async (tx) => {
        await lockContract(tx, contractId)
        const { nickname } = await findLine(tx, contractId, lineId)
        if (nickname === '') return
        const by = { actor: 'system', now } as const
        await changeLine(tx, { contractId, lineId }, sealNickname(sealing, lineId, nickname), by)
      })
  }
}
