import type { AreaWork } from '#backend/area.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Begins } from '#backend/handover/public.ts'
import type { OpeningHooks } from '#backend/sim/public.ts'
import { beginService, followLine, type ServiceDeps } from './commands/begin-service.ts'
import { endUnlessBegun } from './commands/end-opening.ts'
import { joinChosen } from './commands/join-chosen.ts'

/** The opening of a contract: what its lines mean for it, called by the areas of the lines in their transactions. */
export function createOpeningArea(deps: ServiceDeps) {
  const hooks: OpeningHooks & Begins = {
    moved: (tx, by, move) => followLine(tx, deps, by, move),
    async started(tx, by, at) {
      await beginService(tx, deps, by, { contract: await lockContract(tx, by.contractId), at })
    },
    async joined(tx, contractId, line) {
      await joinChosen(tx, deps, await lockContract(tx, contractId), line)
    },
    async cameToNothing(tx, by, { isWithdrawn, isNotified, at }) {
      const contract = await lockContract(tx, by.contractId)
      await endUnlessBegun(tx, deps, by, { contract, isWithdrawn, isNotified, at })
    },
  }
  const work: AreaWork = {}
  return { hooks, work }
}
