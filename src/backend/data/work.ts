import { z } from 'zod'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { noteCalendarDues } from './ledger/calendar.ts'
import { turnJob, turnMonth } from './ledger/turn-month.ts'
import { askForHelp, settleDue, settleJob } from './ledger/settle-due.ts'
import { buyAutomatically } from './spending/automatic.ts'
import { onDecisionAnswer } from './speed/decision-answer.ts'
import { settleSlowLines } from './speed/slow-lines.ts'
import { onSwitchAnswer } from './speed/switch-answer.ts'
import { importUsage } from './usage/import.ts'
import { reconcileUsage } from './usage/reconcile.ts'
import { rollUpUsage } from './usage/roll-up.ts'
import { writeDays } from './usage/write-days.ts'

/** A single record came by callback: it is in the feed too, so it only says that importing now is worth while. */
export const usageHintJob = defineJob({
  name: 'usage-hint',
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/** What the area does without being asked by a member. */
export function dataWork(deps: ProcedureDeps): AreaWork {
  /** Usage and the days that are over first, then the month's turn and what else the calendar makes due, then the ledger and the speeds that follow from both. */
  async function takeStock(now: Instant) {
    await importUsage(deps, now)
    await writeDays((work) => deps.database.db.transaction().execute(work), now)
    await turnMonth(deps, now)
    await noteCalendarDues(deps, now)
    await askForHelp(deps, now)
    await settleDue(deps, now)
    await settleSlowLines(deps, now)
  }

  return {
    jobs: [
      runJob(settleJob, async ({ now }) => void (await settleDue(deps, instant(now)))),
      runJob(turnJob, ({ now }) => turnMonth(deps, instant(now), true)),
      runJob(usageHintJob, async () => {
        const now = deps.clock.now()
        await importUsage(deps, now)
        await settleDue(deps, now)
        await buyAutomatically(deps, now)
      }),
    ],
    tasks: [
      { name: 'usage and ledger', run: takeStock },
      {
        name: 'usage roll-up',
        run: (now) => rollUpUsage(deps, now),
      },
      {
        name: 'usage reconciliation',
        run: async (now) => void (await reconcileUsage(deps, now)),
      },
    ],
    onExchange: [onDecisionAnswer(deps.queue), onSwitchAnswer(deps)],
  }
}
