import { openNotice } from '#backend/mail/outbox.ts'
import type { Harness } from './harness.ts'

/** The notices of an account in my page, the oldest first. */
export async function noticesOf({ database, services }: Harness, accountId: string) {
  const rows = await database.db
    .selectFrom('notice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('raised_at')
    .orderBy('title')
    .execute()
  return rows.map((row) => ({ title: row.title, body: openNotice(row, services.sealing) }))
}

/** The titles alone, the oldest first. */
export async function noticeTitles(harness: Harness, accountId: string): Promise<string[]> {
  return (await noticesOf(harness, accountId)).map(({ title }) => title)
}
