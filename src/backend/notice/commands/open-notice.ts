import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { writeRead } from '#backend/mail/read-notices.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

/**
 * A tap on a push: the notice counts as read.
 * @returns the page on which something can be done about it; undefined for an unknown notice, or another account's
 */
export async function openNotice(
  tx: Db,
  accountId: string,
  noticeId: string,
  now: Instant,
): Promise<string | undefined> {
  const notice = await findRow(tx, 'notice', { account_id: accountId, notice_id: noticeId })
  if (notice === undefined) return undefined
  await writeRead(tx, accountId, [noticeId], now)
  return notice.href ?? pages.notices
}
