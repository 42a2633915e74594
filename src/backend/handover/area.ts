import type { AreaWork } from '#backend/area.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { handoverHandlers } from './api.ts'
import { changeHandsDue } from './commands/change-hands.ts'
import {
  expireOffers,
  followEndedSides,
  withdrawTakeover,
  type SideDeps,
} from './commands/end-side.ts'
import type { OfferDeps } from './commands/offer-line.ts'
import { remindBothSides } from './commands/remind-sides.ts'
import { takeCarrierAnswer } from './commands/take-carrier-answer.ts'
import { acceptLine, takeLine } from './commands/take-line.ts'
import { findOffered, takeoverProgress } from './queries/offered.ts'
import { handoverHeld } from './retention.ts'

export type HandoverArea = ReturnType<typeof createHandoverArea>

/** Lines handed to a member of the family; composed before the areas that end things at the month rollover (decision 067). */
export function createHandoverArea(deps: ProcedureDeps & OfferDeps & SideDeps) {
  const work: AreaWork = {
    held: handoverHeld,
    tasks: [
      { name: 'lines changing hands', run: (now) => changeHandsDue(deps, now) },
      { name: 'hand-overs of which one side has ended', run: (now) => followEndedSides(deps, now) },
      { name: 'offers of lines expiring', run: (now) => expireOffers(deps, now) },
      { name: 'lines changing hands tomorrow', run: (now) => remindBothSides(deps, now) },
    ],
    onExchange: [(tx, outcome, now) => takeCarrierAnswer(tx, deps, outcome, now)],
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
