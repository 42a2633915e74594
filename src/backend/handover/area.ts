import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { handoverHandlers } from './api.ts'
import { changeHandsDue } from './commands/change-hands.ts'
import { expireOffers, followEndedSides, type SideDeps } from './commands/end-side.ts'
import { remindBothSides } from './commands/remind-sides.ts'
import { takeCarrierAnswer } from './commands/take-carrier-answer.ts'

/** Lines handed to a member of the family; composed before the areas that end things at the month rollover (decision 067). */
export function createHandoverArea(deps: ProcedureDeps & SideDeps) {
  const work: AreaWork = {
    tasks: [
      { name: 'lines changing hands', run: (now) => changeHandsDue(deps, now) },
      { name: 'hand-overs of which one side has ended', run: (now) => followEndedSides(deps, now) },
      { name: 'offers of lines expiring', run: (now) => expireOffers(deps, now) },
      { name: 'lines changing hands tomorrow', run: (now) => remindBothSides(deps, now) },
    ],
    onExchange: [(tx, outcome, now) => takeCarrierAnswer(tx, deps, outcome, now)],
  }
  return { handlers: handoverHandlers(deps), work }
}
