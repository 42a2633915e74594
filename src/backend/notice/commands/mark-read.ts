import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { writeRead } from '#backend/mail/read-notices.ts'
import { RefusalError } from '#backend/refusal.ts'
import { anyOf, columnsOf, findRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'

/**
 * Marks notices as read; those already read keep their time.
 * @throws RefusalError NOT_FOUND when any of them is unknown or another account's: then none is marked.
 */
export async function markRead(
  tx: Db,
  { accountId, now }: Pick<AccountWho, 'accountId' | 'now'>,
  noticeIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(noticeIds)]
  const own = await columnsOf(tx, 'notice', ['notice_id'], {
    account_id: accountId,
    notice_id: anyOf(ids),
  })
  if (own.length < ids.length) throw new RefusalError('NOT_FOUND')
  await writeRead(tx, accountId, ids, now)
}

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
