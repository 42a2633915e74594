import { sql } from 'kysely'
import { z } from 'zod'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import type { Instant } from '#domain/tokyo.ts'
import { noteCalendarDues } from './ledger/calendar.ts'
import { settleDue } from './ledger/settle-due.ts'
import { buyAutomatically } from './spending/automatic.ts'
import { onDecisionAnswer } from './speed/decision-answer.ts'
import { settleSpeeds } from './speed/settle-speed.ts'
import { onSwitchAnswer } from './speed/switch-answer.ts'
import { importUsage } from './usage/import.ts'
import { reconcileUsage } from './usage/reconcile.ts'

/** A single record came by callback: it is in the feed too, so it only says that importing now is worth while. */
export const usageHintJob = defineJob({
  name: 'usage-hint',
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/** What the area does without being asked by a member. */
export function dataWork(deps: ProcedureDeps): AreaWork {
  /** Usage first, then what the calendar makes due, then the ledger and the speeds that follow from both. */
  async function takeStock(now: Instant) {
    await importUsage(deps, now)
    await noteCalendarDues(deps, now)
    await settleDue(deps, now)
    await settleSlowLines(deps, now)
  }

  return {
    jobs: [
      runJob(usageHintJob, async () => {
        const now = deps.clock.now()
        await importUsage(deps, now)
        await settleDue(deps, now)
        await buyAutomatically(deps, now)
      }),
    ],
    sweeps: [
      { name: 'usage and ledger', every: 'hour', run: takeStock },
      {
        name: 'usage reconciliation',
        every: 'day',
        run: async (now) => void (await reconcileUsage(deps, now)),
      },
    ],
    onExchange: [onDecisionAnswer(deps.queue), onSwitchAnswer(deps)],
  }
}

const CONTRACTS_A_ROUND = 200

/**
 * The three-day rule sets in and lifts with the days, and with late records of them; a size without data is low from
 * its first hour. Only lines without high speed, switched off, or without data are concerned.
 */
async function settleSlowLines({ database, queue }: AreaDeps, now: Instant) {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ contract_id: string }>`
      select contract_id from line where (carrier_speed <> 'high' or not high_speed_on) and contract_id > ${after}
      union
      select l.contract_id from line l
      left join data_bucket b on b.contract_id = l.contract_id and b.remaining_bytes > 0
      where b.contract_id is null and l.status in ('active', 'suspended', 'ending')
        and l.contract_id > ${after}
      order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(database.db)
    const ids = rows.map((row) => row.contract_id)
    if (ids.length === 0) return
    await database.db.transaction().execute((tx) => settleSpeeds(tx, queue, ids, now))
    after = ids.at(-1) ?? after
  }
}
