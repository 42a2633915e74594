import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holdHeld } from './held.ts'
import { findPress, keepPress, readStanding } from './kept-press.ts'
import { createHoldService } from './service.ts'

/** Changes that wait because they followed a login from a new device (protocol/hold.ts; decision 052). */
export function createHoldArea(
  deps: Parameters<typeof createHoldService>[0] & { sealing: Sealing },
) {
  const { sealing } = deps
  const service = createHoldService(deps)
  const handlers = {
    holdsGet: async (_, caller) => ({
      holds: await service.list(caller.db, accountOf(caller).accountId),
    }),

    holdsStopPost: async ({ body }, caller) => {
      const { accountId } = accountOf(caller)
      const row = await service.findOwn(caller.db, accountId, body.holdNo)
      await service.stop(caller.db, row, caller.now)
      return service.toWire(caller.db, { ...row, state: 'stopped' })
    },

    proofGet: async (_, caller) => readStanding(caller),

    proofPressGet: async (_, caller) => {
      const press = await findPress(sealing, caller)
      return press === undefined ? {} : { press }
    },

    proofPressPost: async ({ body }, caller) => keepPress(sealing, caller, body),

    holdsLinkGet: async ({ query }, caller) =>
      service.toWire(caller.db, await service.findByLink(caller.db, query.t)),
  } satisfies AreaHandlers
  const work: AreaWork = {
    tasks: [{ name: 'holds released', run: service.release }],
    held: holdHeld,
  }
  return { handlers, work, service }
}
