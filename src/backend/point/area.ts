import type { AreaWork } from '#backend/area.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { pointHandlers } from './api.ts'
import { grantPoints } from './commands/grant-points.ts'
import { pointHeld } from './retention.ts'

type Outside = {
  readonly points: PointsPort
  /** The same partner, asked while a page waits. */
  readonly pointsInTime: PointsPort
}

export function createPointArea(deps: ProcedureDeps, outside: Outside) {
  const ours = { ...deps, ...outside }
  const work: AreaWork = {
    held: pointHeld,
    tasks: [{ name: 'points', run: (now) => grantPoints(ours, now) }],
  }
  return { handlers: pointHandlers(ours), work }
}
