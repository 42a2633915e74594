import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow } from '#backend/db/rows.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'
import { staffAttemptAad } from '../tables.ts'

/** How long a begun login may take. */
export const STAFF_ATTEMPT_SECONDS = 600

type Deps = { readonly sealing: Sealing }

/** What the directory's answer is compared with. */
type Begun = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** @returns the secret for the cookie of the browser that began it */
export async function beginLogin(
  tx: Db,
  { sealing }: Deps,
  { verifier, ...begun }: Begun,
  { back, loginNow }: { readonly back: string; readonly loginNow: Temporal.Instant },
): Promise<string> {
  const secret = newSecret()
  const attempt = hashSecret(secret)
  await insertRow(tx, 'staff_login_attempt', {
    attempt_hash: attempt,
    state: begun.state,
    nonce: begun.nonce,
    verifier_sealed: sealing.seal(staffAttemptAad(attempt), verifier),
    back_path: back,
    created_at: loginNow,
  })
  return secret
}

/** An attempt counts once, for the browser that began it; undefined for any other. */
export async function takeLogin(
  tx: Db,
  { sealing }: Deps,
  secret: string,
  loginNow: Temporal.Instant,
): Promise<(Begun & { readonly back: string }) | undefined> {
  const hash = hashSecret(secret)
  const row = await tx
    .updateTable('staff_login_attempt')
    .set({ used_at: loginNow })
    .where('attempt_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('created_at', '>', loginNow.subtract({ seconds: STAFF_ATTEMPT_SECONDS }))
    .returning(['state', 'nonce', 'verifier_sealed', 'back_path'])
    .executeTakeFirst()
  return (
    row && {
      state: row.state,
      nonce: row.nonce,
      verifier: sealing.open(staffAttemptAad(hash), row.verifier_sealed),
      back: row.back_path,
    }
  )
}

/** Writes down that the directory knows somebody who has no business here. @param subject the directory's name for the person */
export async function noteNoEntry(tx: Db, subject: string, now: Temporal.Instant): Promise<void> {
  await recordAct(
    tx,
    { actor: 'staff', now },
    { chain: staffChain('no-entry'), action: 'staff-entry-refused', target: subject },
  )
}
