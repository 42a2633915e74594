import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, updateRows, upsertRow } from '#backend/db/rows.ts'
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
  await upsertRow(tx, 'calendar_link', { contract_id: contractId }, values)
}

/** Takes the calendar's address away: also when the contract goes to another holder, whose dates it would show. */
export async function removeLink(tx: Db, contractId: string) {
  await deleteRows(tx, 'calendar_link', { contract_id: contractId })
}

export const setLastRead = (db: Db, contractId: string, now: Instant) =>
  updateRows(db, 'calendar_link', { contract_id: contractId }, { last_read_at: now })
