import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import { endLifts, changeLock } from './commands/change-lock.ts'
import { isProven, memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { LockCommand } from '#domain/lock/lock.ts'
import type { LockKind } from '#vocabulary/lock.ts'
import { readLocks } from './queries.ts'

export function createLockArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'locks lifted', run: (now) => endLifts(deps, now) }],
  }
  return { handlers: lockHandlers(deps), work }
}

/** Locks the member sets (protocol/lock.ts). */
function lockHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  const read = (caller: Caller) =>
    readLocks(caller.db, deps, { ...memberOf(caller), now: caller.now })
  async function change(caller: Caller, kind: LockKind, command: LockCommand) {
    const hasSecondFactor = isProven('secondFactor', caller)
    await changeLock(caller.db, deps, whoOf(caller), { kind, command, hasSecondFactor })
    return read(caller)
  }
  return {
    lockGet: (_, caller) => read(caller),
    lockPost: ({ body: { lock, waitHours } }, caller) =>
      change(caller, lock, { type: 'set', waitHours }),
    lockLiftPost: ({ body }, caller) => change(caller, body.lock, { type: 'lift' }),
    lockStopPost: ({ body }, caller) => change(caller, body.lock, { type: 'stop' }),
    lockWaitPut: ({ body: { lock, waitHours } }, caller) =>
      change(caller, lock, { type: 'wait', waitHours }),
  } satisfies AreaHandlers
}
