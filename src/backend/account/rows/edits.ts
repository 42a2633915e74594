import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'
import { profileFields, type ProfileField } from '#vocabulary/profile.ts'

export type EditRow = Selectable<Database['profile_edit']>

const profileValues = z.partialRecord(z.enum(profileFields), z.string())
const changesSchema = z.object({ before: profileValues, after: profileValues })
export type Changes = z.output<typeof changesSchema>
/** Fields of a profile with their values. */
export type ProfileValues = Partial<Record<ProfileField, string>>

export const editAad = (editNo: string) => `profile_edit.changes:${editNo}`

const openStates = ['submitted', 'documents_required', 'reviewing'] as const

export const isOpenState = (state: string) => openStates.some((open) => open === state)

export const sealChanges = (sealing: Sealing, editNo: string, changes: Changes) =>
  sealing.seal(editAad(editNo), JSON.stringify(changes))

export function openChanges(sealing: Sealing, row: EditRow): Changes {
  return changesSchema.parse(JSON.parse(sealing.open(editAad(row.edit_no), row.changes_sealed)))
}

export function findLatestEdit(db: Db, accountId: string): Promise<EditRow | undefined> {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findOpenEdit(db: Db, accountId: string): Promise<EditRow | undefined> {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', openStates)
    .executeTakeFirst()
}

export function findEdit(db: Db, accountId: string, editNo: string): Promise<EditRow | undefined> {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('edit_no', '=', editNo)
    .executeTakeFirst()
}

/** How often the account has asked for codes lately. */
export async function countEditsSince(db: Db, accountId: string, since: Instant) {
  const { count } = await db
    .selectFrom('profile_edit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Until when a change is on hold, or that it no longer is. */
export function setHeldUntil(tx: Db, row: EditRow, until: Instant | null): Promise<EditRow> {
  return tx
    .updateTable('profile_edit')
    .set({ held_until: until })
    .where('account_id', '=', row.account_id)
    .where('edit_no', '=', row.edit_no)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes whose codes, or whose documents, have been waited for since that moment. */
export function findLateEdits(db: Db, since: { codes: Instant; documents: Instant }) {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('held_until', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'submitted').and('changed_at', '<=', since.codes),
        eb('state', '=', 'documents_required').and('changed_at', '<=', since.documents),
      ]),
    )
    .limit(500)
    .execute()
}
