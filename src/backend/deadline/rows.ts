import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'

export const calendarAad = (contractId: string) => `calendar_link.secret:${contractId}`

export type CalendarLinkRow = Selectable<Database['calendar_link']>

export const findLink = (
  db: Db,
  by: Partial<Pick<CalendarLinkRow, 'contract_id' | 'secret_hash'>>,
): Promise<CalendarLinkRow | undefined> =>
  db
    .selectFrom('calendar_link')
    .selectAll()
    .where((eb) => eb.and(by))
    .executeTakeFirst()

/** Gives the contract's calendar a new secret; the old one leads nowhere from now on. */
export async function writeLink(tx: Db, sealing: Sealing, contractId: string, now: Instant) {
  const secret = newSecret()
  const values = {
    secret_hash: hashSecret(secret),
    secret_sealed: sealing.seal(calendarAad(contractId), secret),
    created_at: now,
    last_read_at: null,
  }
  await tx
    .insertInto('calendar_link')
    .values({ contract_id: contractId, ...values })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(values))
    .execute()
}

/** Takes the calendar's address away: also when the contract goes to another holder, whose dates it would show. */
export async function removeLink(tx: Db, contractId: string) {
  await tx.deleteFrom('calendar_link').where('contract_id', '=', contractId).execute()
}

export const setLastRead = (db: Db, contractId: string, now: Instant) =>
  db
    .updateTable('calendar_link')
    .set({ last_read_at: now })
    .where('contract_id', '=', contractId)
    .execute()
