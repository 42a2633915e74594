import type { AreaDeps, ConsoleAreaHandlers } from '#backend/area.ts'
import { staffOf } from '#backend/caller.ts'
import { endLogins } from './commands/end-logins.ts'
import { listStaff, readMe } from './queries/people.ts'

export const staffHandlers = ({ loginClock }: Pick<AreaDeps, 'loginClock'>) =>
  ({
    consoleMeGet: (_, caller) => readMe(caller.db, staffOf(caller), loginClock.now()),
    consoleStaffGet: (_, caller) => listStaff(caller.db, loginClock.now()),
    consoleStaffLoginsEndPost: async ({ body }, caller) => {
      const { now, traceKey } = caller
      const at = { now, traceKey, loginNow: loginClock.now() }
      return { ended: await endLogins(caller.db, staffOf(caller), body.staffId, at) }
    },
  }) satisfies ConsoleAreaHandlers
