import type { AreaWork } from '#backend/area.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { HandoverDeps } from './deps.ts'
import { handoverHandlers } from './handlers.ts'
import { handoverHeld } from './held.ts'
import { createHandoverListener } from './listener.ts'
import { acceptLine, findOffered, takeLine, takeoverProgress, withdrawTakeover } from './receive.ts'
import { handoverTasks } from './turn.ts'

export type HandoverArea = ReturnType<typeof createHandoverArea>

/** Lines handed to a member of the family; composed before the areas that end things at the turn of the month (decision 067). */
export function createHandoverArea(deps: HandoverDeps) {
  const work: AreaWork = {
    held: handoverHeld,
    tasks: handoverTasks(deps),
    onExchange: [createHandoverListener(deps)],
  }
  /** The receiver's side, for applications and what follows their acceptance. */
  const receiving = {
    find: (
      db: Db,
      given: Parameters<typeof findOffered>[2],
      now: Instant,
      applicationNo?: string,
    ) => findOffered(db, deps, given, now, applicationNo),
    take: (tx: Db, given: Parameters<typeof takeLine>[2], now: Instant) =>
      takeLine(tx, deps, given, now),
    accept: (tx: Db, accepted: Parameters<typeof acceptLine>[2]) => acceptLine(tx, deps, accepted),
    withdraw: (tx: Db, by: By) => withdrawTakeover(tx, deps, by),
    progress: takeoverProgress,
  }
  return { handlers: handoverHandlers(deps), work, receiving }
}
