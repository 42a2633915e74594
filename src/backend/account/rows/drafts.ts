import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { profileFields } from '#vocabulary/profile.ts'
import type { ProfileValues } from './edits.ts'

/** Ours: as long as it may take to fetch a code. */
const STORED_MINUTES = 30

const changesSchema = z.partialRecord(z.enum(profileFields), z.string())

export const draftAad = (accountId: string) => `profile_draft.changes:${accountId}`

/** The account, and the browser a draft came from. */
type DraftOf = { readonly accountId: string; readonly deviceHash: string; readonly now: Instant }

/** Stores what was sent without the proof it takes, for the browser it came from. */
export async function writeDraft(
  db: Db,
  sealing: Sealing,
  { accountId, deviceHash, now }: DraftOf,
  changes: ProfileValues,
) {
  const stored = {
    device_hash: deviceHash,
    changes_sealed: sealing.seal(draftAad(accountId), JSON.stringify(changes)),
    kept_until: now.add({ minutes: STORED_MINUTES }),
  }
  await db
    .insertInto('profile_draft')
    .values({ account_id: accountId, ...stored })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(stored))
    .execute()
}

export async function findDraft(
  db: Db,
  sealing: Sealing,
  { accountId, deviceHash, now }: DraftOf,
): Promise<ProfileValues | undefined> {
  const row = await db
    .selectFrom('profile_draft')
    .select('changes_sealed')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row && openDraft(sealing, accountId, row.changes_sealed)
}

export const openDraft = (sealing: Sealing, accountId: string, sealed: string): ProfileValues =>
  changesSchema.parse(JSON.parse(sealing.open(draftAad(accountId), sealed)))

export async function deleteDraft(tx: Db, accountId: string) {
  await tx.deleteFrom('profile_draft').where('account_id', '=', accountId).execute()
}
