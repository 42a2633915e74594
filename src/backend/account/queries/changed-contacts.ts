import type { Db } from '#backend/db/connect.ts'
import { above, rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isContact, profileFields } from '#vocabulary/profile.ts'
import { openChanges } from '../rows.ts'

/** Which of the member's contacts were changed since then, and by a change that came into force. */
export async function contactsChangedSince(
  db: Db,
  sealing: Sealing,
  accountId: string,
  since: Instant,
): Promise<ReadonlySet<'email' | 'phone'>> {
  const rows = await findApplied(db, accountId, since)
  const after = rows.map((row) => openChanges(sealing, row).after)
  return new Set(
    (['email', 'phone'] as const).filter((field) => after.some((one) => one[field] !== undefined)),
  )
}

/** When the name or the address to which letters go last changed since then, by a change that came into force. */
export async function addressChangedAt(
  db: Db,
  sealing: Sealing,
  accountId: string,
  since: Instant,
): Promise<Instant | undefined> {
  const rows = await findApplied(db, accountId, since)
  const moved = rows.findLast((row) => {
    const { after } = openChanges(sealing, row)
    return profileFields.some((field) => !isContact(field) && after[field] !== undefined)
  })
  return moved?.decided_at ?? undefined
}

/** The earliest first. */
const findApplied = (db: Db, accountId: string, since: Instant) =>
  rowsOf(
    db,
    'profile_edit',
    { account_id: accountId, state: 'applied', decided_at: above(since) },
    'decided_at',
  )
