import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { openChanges } from '../rows.ts'

/** Which of the member's contacts were changed since then, and by a change that came into force. */
export async function contactsChangedSince(
  db: Db,
  sealing: Sealing,
  accountId: string,
  since: Instant,
): Promise<ReadonlySet<'email' | 'phone'>> {
  const rows = await db
    .selectFrom('profile_edit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'applied')
    .where('decided_at', '>', since)
    .execute()
  const after = rows.map((row) => openChanges(sealing, row).after)
  return new Set(
    (['email', 'phone'] as const).filter((field) => after.some((one) => one[field] !== undefined)),
  )
}
