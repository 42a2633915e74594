import type { Task } from '#backend/jobs/due-work.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { buyAutomatically } from './automatic.ts'
import { warnOfLimits } from './warn.ts'

/** Purchases first: the warnings count them. */
export function spendingTask(deps: ProcedureDeps): Task {
  return {
    name: 'spending',
    async run(now) {
      await buyAutomatically(deps, now)
      await warnOfLimits(deps, now)
    },
  }
}
