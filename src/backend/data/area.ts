import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { dataHandlers } from './api.ts'
import { writeDays } from './bulk/write-days.ts'
import { askForHelp, chargeJob, chargeQueued } from './commands/charge-queued.ts'
import { decideSlowLines } from './commands/decide-speeds.ts'
import { importUsage } from './commands/import-usage.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { reconcileUsage } from './commands/reconcile-usage.ts'
import { rollMonthOver, rolloverJob } from './commands/roll-month-over.ts'
import { rollUpUsage } from './commands/roll-up-usage.ts'
import { takeSpeedAnswer, takeSwitchAnswer } from './commands/take-carrier-answer.ts'

export function createDataArea(deps: AreaDeps) {
  const { db } = deps.database
  /** Facts first (usage, days, the month's data), then the ledgers charged by them, then the speeds that follow. */
  async function updateLedgers(now: Instant) {
    await importUsage(deps, now)
    await writeDays((work) => db.transaction().execute(work), now)
    await rollMonthOver(deps, now)
    await lookAtCalendar(deps, now)
    await askForHelp(deps, now)
    await chargeQueued(deps, now)
    await decideSlowLines(deps, now)
  }
  const work: AreaWork = {
    jobs: [
      runJob(chargeJob, async ({ now }) => void (await chargeQueued(deps, instant(now)))),
      runJob(rolloverJob, ({ now }) => rollMonthOver(deps, instant(now), true)),
    ],
    tasks: [
      { name: 'usage and ledger', run: updateLedgers },
      { name: 'usage roll-up', run: (now) => rollUpUsage(deps, now) },
      {
        name: 'usage reconciliation',
        run: async (now) => void (await reconcileUsage(deps, now)),
      },
    ],
    onExchange: [
      (tx, outcome, now) => takeSpeedAnswer(tx, deps, outcome, now),
      (tx, outcome, now) => takeSwitchAnswer(tx, deps, outcome, now),
    ],
  }
  return { handlers: dataHandlers(deps), work }
}
