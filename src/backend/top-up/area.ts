import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { chargeQueued, importUsage, usageHintJob } from '#backend/data/public.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { topUpHandlers } from './api.ts'
import { buyAutomatically } from './commands/buy-automatically.ts'
import { warnOfLimits } from './commands/warn-of-limits.ts'

export function createTopUpArea(deps: AreaDeps) {
  const work: AreaWork = {
    jobs: [
      // A pack is bought as soon as a record says that the data has run low, not at the next full hour.
      runJob(usageHintJob, async () => {
        const now = deps.clock.now()
        await importUsage(deps, now)
        await chargeQueued(deps, now)
        await buyAutomatically(deps, now)
      }),
    ],
    tasks: [
      {
        name: 'spending',
        async run(now) {
          // Purchases first: the warnings count them.
          await buyAutomatically(deps, now)
          await warnOfLimits(deps, now)
        },
      },
    ],
  }
  return { handlers: topUpHandlers(deps), work }
}
