import type { Caller } from '#backend/caller.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { requireOk } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
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
  deps: { queue: JobQueue; sealing: Sealing; commit: Commit },
  caller: Caller,
  { lineId, on }: { lineId: string; on: boolean },
): Promise<WireHighSpeedLine> {
  const { db: tx } = caller
  const who = whoOf(caller)
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  if (line.high_speed_on !== on) {
    requireOk(mayBegin('highSpeedSwitch', known.facts, now, lineId))
    const changeId = await requestHighSpeed(tx, deps.queue, who, { line, on, reason: 'member' })
    // On again ends a restriction of the three-day rule, where there is data.
    await settleSpeeds(tx, deps.queue, [contractId], now)
    await deps.commit.change(tx, who, {
      action: on ? 'high-speed-turned-on' : 'high-speed-turned-off',
      target: lineId,
      details: { changeId },
    })
  }
  const changed = await loadContract(tx, contractId)
  const lines = [lineOf(changed, lineId)]
  const pool = await readPool(tx, contractId, now)
  const [answer] = await readHighSpeedLines(tx, deps.sealing, { ...changed, lines, pool, now })
  if (answer === undefined) throw new Error('the line that was just changed is gone')
  return answer
}
