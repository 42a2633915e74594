import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow } from '#backend/db/rows.ts'
import { signedId } from '#backend/login/signed-id.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'
import type { StaffRole } from '#vocabulary/console.ts'
import { refreshTokenAad, staffIdTokenAad } from '../tables.ts'
import { endSessions } from './end-sessions.ts'

/** The longest that a login at the console lasts (ours, after OWASP ASVS 5.0 section 7.3). */
const ABSOLUTE_HOURS = 10

/** Who the directory says it is, with at least one role. */
export type StaffLogin = {
  readonly subject: string
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly secondFactorAt: Temporal.Instant
  readonly refreshToken: string | undefined
  readonly idToken: string
}

/** When and from where a login is made. */
type From = {
  readonly now: Temporal.Instant
  /** The time by which the login lasts. */
  readonly loginNow: Temporal.Instant
  readonly userAgent: string
  readonly addressMasked?: string
  /** The browser's former session, which ends. */
  readonly instead?: string | undefined
}

type Deps = { readonly sealing: Sealing; readonly signingSecret: string }

/** A new session with a new id at every login; the person's row is made at the first. */
export async function openSession(tx: Db, deps: Deps, login: StaffLogin, from: From) {
  const { now, loginNow } = from
  if (from.instead !== undefined)
    await endSessions(tx, { sessionHash: from.instead }, 'newLogin', loginNow)
  const staffId = await notePerson(tx, login, from)
  const secret = signedId(deps.signingSecret, newSecret())
  const sessionHash = hashSecret(secret)
  const { refreshToken } = login
  await insertRow(tx, 'staff_session', {
    session_hash: sessionHash,
    staff_id: staffId,
    created_at: loginNow,
    last_seen_at: loginNow,
    expires_at: loginNow.add({ hours: ABSOLUTE_HOURS }),
    second_factor_at: login.secondFactorAt,
    groups_asked_at: loginNow,
    refresh_token_sealed:
      refreshToken === undefined
        ? null
        : deps.sealing.seal(refreshTokenAad(sessionHash), refreshToken),
    id_token_sealed: deps.sealing.seal(staffIdTokenAad(sessionHash), login.idToken),
    user_agent: from.userAgent.slice(0, 200),
    address_masked: from.addressMasked ?? '',
  })
  await recordAct(
    tx,
    { actor: 'staff', staffId, now, sessionHash },
    {
      chain: staffChain(staffId),
      action: 'staff-signed-in',
      target: staffId,
      details: { roles: login.roles },
    },
  )
  return { secret, sessionHash, staffId }
}

async function notePerson(
  tx: Db,
  { subject, name, roles }: StaffLogin,
  { loginNow }: From,
): Promise<string> {
  const known = {
    name,
    roles: [...roles],
    groups_read_at: loginNow,
    last_login_at: loginNow,
    left_at: null,
  }
  const row = await tx
    .insertInto('staff')
    .values({ staff_id: newId('staff'), subject, created_at: loginNow, ...known })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(known))
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  return row.staff_id
}
