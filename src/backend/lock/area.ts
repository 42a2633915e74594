import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { LockCommand } from '#domain/lock/lock.ts'
import type { LockKind } from '#vocabulary/lock.ts'
import { lockHeld } from './held.ts'
import { changeLock, endLifts } from './service.ts'
import { readLocks } from './status.ts'

/** Locks the member sets (protocol/lock.ts). */
export function createLockArea(deps: ProcedureDeps) {
  const read = (caller: Caller) =>
    readLocks(caller.db, deps.sealing, memberOf(caller).contractId, caller.now)
  async function change(caller: Caller, kind: LockKind, command: LockCommand) {
    await changeLock(deps, caller, kind, command)
    return read(caller)
  }
  const handlers = {
    lockGet: (_, caller) => read(caller),
    lockPost: ({ body: { lock, waitHours } }, caller) =>
      change(caller, lock, { type: 'set', waitHours }),
    lockLiftPost: ({ body }, caller) => change(caller, body.lock, { type: 'lift' }),
    lockStopPost: ({ body }, caller) => change(caller, body.lock, { type: 'stop' }),
    lockWaitPut: ({ body: { lock, waitHours } }, caller) =>
      change(caller, lock, { type: 'wait', waitHours }),
  } satisfies AreaHandlers
  const work: AreaWork = {
    held: lockHeld,
    tasks: [{ name: 'locks lifted', run: (now) => endLifts(deps, now) }],
  }
  return { handlers, work }
}
