import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { Log } from '#backend/log.ts'
import { CallbackRefused, ProviderUnavailable, type Oidc } from '#backend/platform/oidc.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'
import { rolesOfGroups, type GroupRoles } from '#domain/console/groups.ts'
import { refreshTokenAad } from '../tables.ts'
import { endSessions } from './end-sessions.ts'

/** A directory that does not answer is not asked again by every page. */
const ASK_AGAIN_SECONDS = 20

export type Directory = Pick<Oidc, 'renew'>

type Deps = {
  readonly database: Pick<DatabaseHandle, 'db'>
  readonly sealing: Sealing
  readonly log: Log
  readonly directory: Directory
  readonly groupRoles: GroupRoles
}

type Session = {
  readonly session_hash: string
  readonly staff_id: string
  readonly subject: string
}
type Clocks = { readonly now: Temporal.Instant; readonly loginNow: Temporal.Instant }

/**
 * Asks the directory for the groups of somebody and writes down the roles they give now. Who has none left, and who the
 * directory no longer answers for, is out. While it does not answer, what it last said stays, and grows old.
 */
export async function renewRoles(deps: Deps, session: Session, at: Clocks): Promise<void> {
  const { database, directory, groupRoles, log } = deps
  const refreshToken = await takeToken(deps, session, at.loginNow)
  if (refreshToken === undefined) return
  try {
    const said = await directory.renew(refreshToken, session.subject)
    await database.db.transaction().execute(async (tx) => {
      await saveToken(tx, deps, session, said.refreshToken)
      await writeRoles(tx, session, rolesOfGroups(said.groups, groupRoles), at)
    })
  } catch (err) {
    if (!(err instanceof CallbackRefused || err instanceof ProviderUnavailable)) throw err
    log.warn({ err, staffId: session.staff_id }, 'staff directory')
    if (err instanceof CallbackRefused)
      await database.db.transaction().execute((tx) => endRefused(tx, session, at))
  }
}

/** Only one process asks at a time: a directory may take each token once. */
async function takeToken(
  { database, sealing }: Deps,
  { session_hash: hash }: Session,
  loginNow: Temporal.Instant,
): Promise<string | undefined> {
  const row = await database.db
    .updateTable('staff_session')
    .set({ groups_asked_at: loginNow })
    .where('session_hash', '=', hash)
    .where('groups_asked_at', '<=', loginNow.subtract({ seconds: ASK_AGAIN_SECONDS }))
    .returning('refresh_token_sealed')
    .executeTakeFirst()
  const stored = row?.refresh_token_sealed
  return stored == null ? undefined : sealing.open(refreshTokenAad(hash), stored)
}

const saveToken = (tx: Db, { sealing }: Deps, { session_hash: hash }: Session, token: string) =>
  updateRows(
    tx,
    'staff_session',
    { session_hash: hash },
    { refresh_token_sealed: sealing.seal(refreshTokenAad(hash), token) },
  )

async function writeRoles(
  tx: Db,
  { staff_id: staffId }: Session,
  roles: ReturnType<typeof rolesOfGroups>,
  { now, loginNow }: Clocks,
) {
  const before = await tx
    .selectFrom('staff')
    .select('roles')
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOut = roles.length === 0
  await updateRows(
    tx,
    'staff',
    { staff_id: staffId },
    { roles, groups_read_at: loginNow, left_at: isOut ? loginNow : null },
  )
  if (isOut) await endSessions(tx, { staffId }, 'noRole', loginNow)
  if (before.roles.toSorted().join() === roles.toSorted().join()) return
  await recordAct(
    tx,
    { actor: 'system', now },
    {
      chain: staffChain(staffId),
      action: 'staff-roles-changed',
      target: staffId,
      details: { before: before.roles, roles },
    },
  )
}

async function endRefused(tx: Db, session: Session, { now, loginNow }: Clocks) {
  const { session_hash: sessionHash, staff_id: staffId } = session
  const ended = await endSessions(tx, { sessionHash }, 'directoryRefused', loginNow)
  if (ended.length === 0) return
  await recordAct(
    tx,
    { actor: 'system', now },
    { chain: staffChain(staffId), action: 'staff-login-refused-by-directory', target: staffId },
  )
}
