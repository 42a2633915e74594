import type { Caller } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { writePress } from '#backend/hold/kept-press.ts'
import type { Press } from '#protocol/hold.ts'
import { findApplication } from './rows.ts'

/**
 * What was pressed while the login of an account's application had ended: nothing of it is written to the application,
 * it waits for that account's next session in the browser that began it. Without a session that browser alone finds it.
 */
export async function keepOrderPress(sealing: Sealing, caller: Caller, press: Press) {
  if (caller.signedIn !== undefined) return { kept: false }
  const row = await findApplication(caller.db, caller)
  if (row?.state !== 'open' || row.account_id === null) return { kept: false }
  const { account_id: accountId, handle_hash: browser } = row
  await writePress(sealing, caller, { accountId, browser }, press)
  return { kept: true }
}
