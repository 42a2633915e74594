import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import {
  endUnconfirmed,
  endWatched,
  releaseDueHolds,
  releaseHoldsOf,
  stopHold,
  stopHoldByLink,
  type HoldDeps,
} from './decide-hold.ts'
import { findPress, keepPress, keepPressOverLogin, readStanding } from './saved-press.ts'
import { findHoldByLink, findOwnHold, listHolds, toWireHold } from './queries.ts'

/** Changes that wait: they followed a login from a new device (decision 052), or staff asked for them on behalf (105). */
export function createHoldArea(deps: HoldDeps & Pick<AreaDeps, 'sealing' | 'loginClock'>) {
  const { sealing, loginClock } = deps
  const handlers = {
    holdsGet: async (_, caller) => ({
      holds: await listHolds(caller.db, accountOf(caller).accountId),
    }),

    holdsStopPost: async ({ body }, caller) => {
      const { db, now } = caller
      const row = await findOwnHold(db, accountOf(caller).accountId, body.holdNo)
      await stopHold(db, deps, row, now)
      return toWireHold(db, { ...row, state: 'stopped' })
    },

    proofGet: async (_, caller) => readStanding(caller),

    proofPressGet: async (_, caller) => {
      const press = await findPress(sealing, caller)
      return press === undefined ? {} : { press }
    },

    proofPressPost: async ({ body }, caller) => keepPress(sealing, caller, body),

    loginPressPost: async ({ body }, caller) =>
      keepPressOverLogin(sealing, caller, loginClock.now(), body),

    holdsLinkGet: async ({ query }, { db }) => toWireHold(db, await findHoldByLink(db, query.t)),
  } satisfies AreaHandlers
  const work: AreaWork = {
    tasks: [
      {
        name: 'holds released',
        run: (now) => endWatched(deps, now).then(() => releaseDueHolds(deps, now)),
      },
      { name: 'holds without confirmation ended', run: (now) => endUnconfirmed(deps, now) },
    ],
  }
  const stopByLink = (secret: string, now: Instant) => stopHoldByLink(deps, secret, now)
  const releaseOf = (tx: Db, of: { accountId: string; deviceHash: string }, now: Instant) =>
    releaseHoldsOf(tx, deps, of, now)
  return { handlers, work, stopByLink, releaseOf }
}
