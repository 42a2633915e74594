import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { pointHandlers } from './api.ts'
import { askPointsAgain, askPointsAgainJob, grantPoints } from './commands/grant-points.ts'

type Outside = {
  readonly points: PointsPort
  /** The same partner, asked while a page waits. */
  readonly pointsInTime: PointsPort
}

export function createPointArea(deps: AreaDeps, outside: Outside) {
  const ours = { ...deps, ...outside }
  const work: AreaWork = {
    jobs: [
      runJob(askPointsAgainJob, ({ orderId }) => askPointsAgain(ours, orderId, deps.clock.now())),
    ],
    tasks: [{ name: 'points', run: (now) => grantPoints(ours, now) }],
  }
  return { handlers: pointHandlers(ours), work }
}
