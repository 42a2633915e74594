import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { askPointsAgain, askPointsAgainJob, grantPoints } from './commands/grant-points.ts'
import { accountOf } from '#backend/caller.ts'
import { readPoints } from './queries.ts'

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

/** Points granted for bills, and the account of them (protocol/point.ts). */
function pointHandlers(deps: Pick<AreaDeps, 'sealing'> & { readonly pointsInTime: PointsPort }) {
  return {
    pointGet: (_, caller) =>
      readPoints(caller.db, deps, {
        ...accountOf(caller),
        contractId: caller.signedIn?.contractId ?? undefined,
        now: caller.now,
      }),
  } satisfies AreaHandlers
}
