import type { AreaDeps, ConsoleAreaHandlers } from '#backend/area.ts'
import { type StaffSession, staffOf } from '#backend/caller.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { updateRows } from '#backend/db/rows.ts'
import { isSignedId } from '#backend/login/signed-id.ts'
import type { GroupRoles } from '#domain/console/groups.ts'
import { isBefore } from '#domain/tokyo.ts'
import { beginLogin, noteNoEntry, takeLogin } from './commands/log-in.ts'
import { openSession } from './commands/open-session.ts'
import { renewRoles, type Directory } from './commands/renew-roles.ts'
import { signOut } from './commands/end-sessions.ts'
import { areGroupsOld, findSession, holdSession, toSession } from './queries/session.ts'
import { endLogins } from './commands/end-logins.ts'
import { listStaff, readMe } from './queries/people.ts'

/** Writing "last seen" at every request would be a write per page; once a minute keeps the idle limit honest. */
const SEEN_EVERY_SECONDS = 60

export type StaffDeps = AreaDeps & {
  /** By which the ids of sessions are signed. */
  readonly signingSecret: string
  readonly directory: Directory
  readonly groupRoles: GroupRoles
}

/** People of the staff and their logins at the console. */
export function createStaffArea(deps: StaffDeps) {
  const { database, loginClock, clock } = deps
  /** One question at a time about a session within this process: its pages wait for the same answer. */
  const renewing = new Map<string, Promise<void>>()

  function renewOnce(session: Parameters<typeof renewRoles>[1]) {
    const hash = session.session_hash
    const at = { now: clock.now(), loginNow: loginClock.now() }
    const asking =
      renewing.get(hash) ?? renewRoles(deps, session, at).finally(() => renewing.delete(hash))
    renewing.set(hash, asking)
    return asking
  }

  /** Who a cookie belongs to; undefined when the session is unknown, over, idle too long or too old, or nobody answers for the person. */
  async function find(secret: string): Promise<StaffSession | undefined> {
    if (!isSignedId(deps.signingSecret, secret)) return undefined
    const hash = hashSecret(secret)
    const now = loginClock.now()
    let row = await findSession(openReads(database).db, hash, now)
    if (row && areGroupsOld(row, now)) {
      await renewOnce(row)
      row = await findSession(openReads(database).db, hash, now)
    }
    if (row === undefined) return undefined
    if (isBefore(row.last_seen_at, now.subtract({ seconds: SEEN_EVERY_SECONDS })))
      await noteAside(() =>
        updateRows(database.db, 'staff_session', { session_hash: hash }, { last_seen_at: now }),
      )
    return toSession(row, now)
  }

  async function stillSignedIn(tx: Db, { sessionHash }: StaffSession) {
    const now = loginClock.now()
    const row = await holdSession(tx, sessionHash, now)
    return row && toSession(row, now)
  }

  const logins = {
    begin: (tx: Db, begun: Parameters<typeof beginLogin>[2], back: string) =>
      beginLogin(tx, deps, begun, { back, loginNow: loginClock.now() }),
    take: (tx: Db, secret: string) => takeLogin(tx, deps, secret, loginClock.now()),
    open: (
      tx: Db,
      login: Parameters<typeof openSession>[2],
      from: Omit<Parameters<typeof openSession>[3], 'now' | 'loginNow'>,
    ) => openSession(tx, deps, login, { ...from, now: clock.now(), loginNow: loginClock.now() }),
    noteNoEntry: (tx: Db, subject: string) => noteNoEntry(tx, subject, clock.now()),
    signOut: (tx: Db, session: StaffSession) =>
      signOut(tx, deps, session, { now: clock.now(), loginNow: loginClock.now() }),
  }
  return { handlers: staffHandlers(deps), find, stillSignedIn, logins }
}

const staffHandlers = ({ loginClock }: Pick<AreaDeps, 'loginClock'>) =>
  ({
    consoleMeGet: (_, caller) => readMe(caller.db, staffOf(caller), loginClock.now()),
    consoleStaffGet: (_, caller) => listStaff(caller.db, loginClock.now()),
    consoleStaffLoginsEndPost: async ({ body }, caller) => {
      const { now, traceKey } = caller
      const at = { now, traceKey, loginNow: loginClock.now() }
      return { ended: await endLogins(caller.db, staffOf(caller), body.staffId, at) }
    },
  }) satisfies ConsoleAreaHandlers
