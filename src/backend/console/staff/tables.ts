import { sql } from 'kysely'
import { deletedWhen, internal, sealed, secret, stays, table } from '#backend/table.ts'
import type { StaffRole } from '#vocabulary/console.ts'

export const refreshTokenAad = (sessionHash: string) => `staff_session.refresh_token:${sessionHash}`
export const staffIdTokenAad = (sessionHash: string) => `staff_session.id_token:${sessionHash}`
export const staffAttemptAad = (attemptHash: string) => `staff_login_attempt:${attemptHash}`

/** Why a login at the console was ended before its time. */
export type StaffSessionEnd = 'signedOut' | 'newLogin' | 'byStaff' | 'noRole' | 'directoryRefused'

export const staffTables = [
  /** Who works or has worked at the console, as the directory last told of them. Staff are not accounts. */
  table('staff', stays('the records of members name who has acted'), {
    staff_id: internal<string>(),
    /** The directory's own name for the person. */
    subject: internal<string>(),
    name: internal<string>(),
    roles: internal<StaffRole[]>(),
    /** When the directory last told of the groups. */
    groups_read_at: internal<Temporal.Instant>(),
    created_at: internal<Temporal.Instant>(),
    last_login_at: internal<Temporal.Instant>(),
    /** When the directory first told of no group that gives a role; a group given again takes it away. */
    left_at: internal<Temporal.Instant | null>(),
  }),
  table(
    'staff_session',
    deletedWhen(({ loginNow }) => sql`expires_at < ${loginNow.subtract({ hours: 24 * 180 })}`),
    {
      session_hash: secret<string>(),
      staff_id: internal<string>(),
      created_at: internal<Temporal.Instant>(),
      last_seen_at: internal<Temporal.Instant>(),
      expires_at: internal<Temporal.Instant>(),
      second_factor_at: internal<Temporal.Instant>(),
      /** When the directory was last asked by this session's token, whatever it answered. */
      groups_asked_at: internal<Temporal.Instant>(),
      refresh_token_sealed: sealed<string | null, { session_hash: string }>({
        aad: (row) => refreshTokenAad(row.session_hash),
        omit: 'secret',
      }),
      id_token_sealed: sealed<string, { session_hash: string }>({
        aad: (row) => staffIdTokenAad(row.session_hash),
        omit: 'secret',
      }),
      user_agent: internal<string>(),
      /** With its last part hidden; empty where it is not known. */
      address_masked: internal<string>(),
      ended_at: internal<Temporal.Instant | null>(),
      ended_because: internal<StaffSessionEnd | null>(),
    },
  ),
  table(
    'staff_login_attempt',
    deletedWhen(({ loginNow }) => sql`created_at < ${loginNow.subtract({ hours: 24 })}`),
    {
      attempt_hash: internal<string>(),
      state: internal<string>(),
      nonce: internal<string>(),
      verifier_sealed: sealed<string, { attempt_hash: string }>({
        aad: (row) => staffAttemptAad(row.attempt_hash),
        omit: 'secret',
      }),
      back_path: internal<string>(),
      created_at: internal<Temporal.Instant>(),
      used_at: internal<Temporal.Instant | null>(),
    },
  ),
]
