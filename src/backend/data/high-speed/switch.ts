import { recordAudit } from '#backend/audit.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import { factsFrom } from '#backend/contract/facts.ts'
import { requirePermission } from '#backend/contract/permissions.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { readPool } from '../ledger/pool-service.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { requestHighSpeed } from '../speed/switch.ts'
import { readHighSpeedLines, type WireHighSpeedLine } from './status.ts'

/**
 * Turns a line's high speed on or off. The change is `requested` until the carrier has answered. Wishing what is
 * already so changes nothing and starts no pause.
 */
export async function switchHighSpeed(
  deps: { queue: JobQueue; sealing: Sealing },
  caller: Caller,
  { lineId, on }: { lineId: string; on: boolean },
): Promise<WireHighSpeedLine> {
  const { db: tx, now, traceKey } = caller
  const { accountId, contractId } = memberOf(caller)
  const contract = await lockContract(tx, contractId)
  const line = await findLine(tx, contractId, lineId)
  if (line.high_speed_on !== on) {
    requirePermission(factsFrom(contract, [line], []), 'highSpeedSwitch', { now, lineId })
    const changeId = await requestHighSpeed(tx, deps.queue, {
      line,
      on,
      actor: 'member',
      accountId,
      reason: 'member',
      now,
    })
    // On again ends a restriction of the three-day rule, where there is data.
    await settleSpeeds(tx, deps.queue, [contractId], now)
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'member',
      accountId,
      action: on ? 'high-speed-turned-on' : 'high-speed-turned-off',
      target: lineId,
      details: { changeId },
      traceKey,
    })
  }
  const lines = [await findLine(tx, contractId, lineId)]
  const pool = await readPool(tx, contractId, now)
  const [answer] = await readHighSpeedLines(tx, deps.sealing, { contract, lines, pool, now })
  if (answer === undefined) throw new Error('the line that was just changed is gone')
  return answer
}
