import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { readPoints } from './queries.ts'

/** Points granted for bills, and the account of them (protocol/point.ts). */
export function pointHandlers(
  deps: Pick<AreaDeps, 'sealing'> & { readonly pointsInTime: PointsPort },
) {
  return {
    pointGet: (_, caller) =>
      readPoints(caller.db, deps, {
        ...accountOf(caller),
        contractId: caller.signedIn?.contractId ?? undefined,
        now: caller.now,
      }),
  } satisfies AreaHandlers
}
