import { z } from 'zod'
import { accountOf, isProven, type Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { deviceOf } from '#backend/session-device.ts'
import { profileFields } from '#vocabulary/profile.ts'
import type { Side } from './edits.ts'

/** Ours: as long as it may take to fetch a code. */
const KEPT_MINUTES = 30

const changesSchema = z.partialRecord(z.enum(profileFields), z.string())

export const draftAad = (accountId: string) => `profile_draft.changes:${accountId}`

/** Keeps what was sent without the proof it takes, for the browser it came from; one without a device keeps nothing. */
export async function keepDraft(db: Db, sealing: Sealing, caller: Caller, changes: Side) {
  const { accountId } = accountOf(caller)
  const deviceHash = await deviceOf(db, caller)
  if (deviceHash === undefined) return
  const kept = {
    device_hash: deviceHash,
    changes_sealed: sealing.seal(draftAad(accountId), JSON.stringify(changes)),
    kept_until: caller.now.add({ minutes: KEPT_MINUTES }),
  }
  await db
    .insertInto('profile_draft')
    .values({ account_id: accountId, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute()
}

/** What this browser sent before the proof, once the proof is there. */
export async function findDraft(sealing: Sealing, caller: Caller): Promise<Side | undefined> {
  const { db, now } = caller
  if (!isProven('secondFactor', caller)) return undefined
  const { accountId } = accountOf(caller)
  const row = await db
    .selectFrom('profile_draft')
    .select(['device_hash', 'changes_sealed'])
    .where('account_id', '=', accountId)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  if (row === undefined || row.device_hash !== (await deviceOf(db, caller))) return undefined
  return openDraft(sealing, accountId, row.changes_sealed)
}

export const openDraft = (sealing: Sealing, accountId: string, sealed: string): Side =>
  changesSchema.parse(JSON.parse(sealing.open(draftAad(accountId), sealed)))

export async function dropDraft(tx: Db, accountId: string) {
  await tx.deleteFrom('profile_draft').where('account_id', '=', accountId).execute()
}
