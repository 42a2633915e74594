import type { AreaDeps } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { sealNickname, toWireLine } from '#backend/contract/line-mapping.ts'

type OldNames = Pick<AreaDeps, 'database' | 'sealing'>

/** Names a line, or gives it its own name back when the text is empty. */
export async function renameLine(
  { sealing, commit }: { sealing: Sealing; commit: Commit },
  caller: Caller,
  { lineId, nickname }: { lineId: string; nickname: string },
) {
  const { db: tx } = caller
  const who = whoOf(caller)
  const { contractId } = who
  await lockContract(tx, contractId)
  await findLine(tx, contractId, lineId)
  const change = sealNickname(sealing, lineId, nickname)
  const renamed = await changeLine(tx, { contractId, lineId }, change, who)
  await commit.change(tx, who, { action: 'line-renamed', target: lineId })
  return toWireLine(renamed, sealing)
}

const ROWS_A_ROUND = 200

/**
 * Seals the names of before names were sealed, and those that a process of the older version still writes while a new
 * one is rolled out. Nothing is left to do from then on.
 */
export async function sealOldNicknames({ database, sealing }: OldNames, now: Instant) {
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
