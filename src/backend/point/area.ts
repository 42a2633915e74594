import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createGrants } from './grants.ts'
import { pointHeld } from './held.ts'
import { readPoints } from './status.ts'

type Outside = {
  readonly points: PointsPort
  /** The same partner, asked while a page waits. */
  readonly pointsInTime: PointsPort
  readonly findPartnerId: (db: Db, accountId: string) => Promise<string | undefined>
}

/** Points granted for bills, and the account of them; spending is a payment (backend/billing). */
export function createPointArea(deps: ProcedureDeps, outside: Outside) {
  const grants = createGrants({ ...deps, ...outside })
  const handlers = {
    pointGet: (_, caller) => readPoints(caller, { ...deps, ...outside }),
  } satisfies AreaHandlers
  const work: AreaWork = {
    held: pointHeld,
    tasks: [{ name: 'points', run: grants.grant }],
  }
  return { handlers, work }
}
