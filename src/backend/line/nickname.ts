import { recordAudit } from '#backend/audit.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { changeLine } from '#backend/contract/change.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toWireLine } from '#backend/contract/line-mapping.ts'

/** Names a line, or gives it its own name back when the text is empty. */
export async function renameLine(
  { sealing }: { sealing: Sealing },
  caller: Caller,
  { lineId, nickname }: { lineId: string; nickname: string },
) {
  const { db: tx, now, traceKey } = caller
  const { accountId, contractId } = memberOf(caller)
  await lockContract(tx, contractId)
  await findLine(tx, contractId, lineId)
  const renamed = await changeLine(
    tx,
    { contractId, lineId },
    { nickname },
    { actor: 'member', at: now },
  )
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'line-renamed',
    target: lineId,
    traceKey,
  })
  return toWireLine(renamed, sealing)
}
