import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { staffDecisionJob } from '#backend/jobs/staff-decision-job.ts'
import type { Services } from './services.ts'

/**
 * The worker's part of the staff's console (docs/decisions/099). Its modules are loaded by the first work there is: the
 * member web knows the names of its jobs, and loads nothing of it.
 */
export function consoleWork(services: Services) {
  const queue = async () => (await import('./console/queue.ts')).queueOf(services)
  const grant = async () => (await import('./console/grant.ts')).grantOf(services)
  return {
    jobs: [
      runJob(staffDecisionJob, async ({ decisionId }) =>
        (await queue()).carryOut(decisionId, services.clock.now()),
      ),
    ],
    tasks: [
      { name: 'staff decisions', run: async (now) => (await queue()).carryOutDue(now) },
      { name: 'cases of gone items', run: async (now) => (await queue()).settleCases(now) },
      { name: 'opened records ended', run: async (now) => (await grant()).expire(now) },
      {
        name: 'approvals lapsed',
        run: async (now) =>
          (await import('#backend/console/approval/area.ts')).expireApprovals(services, now),
      },
    ],
  } satisfies AreaWork
}
