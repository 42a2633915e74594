import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { writeRead } from '#backend/mail/read-notices.ts'
import { RefusalError } from '#backend/refusal.ts'

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
  const own = await tx
    .selectFrom('notice')
    .select('notice_id')
    .where('account_id', '=', accountId)
    .where('notice_id', 'in', ids)
    .execute()
  if (own.length < ids.length) throw new RefusalError('NOT_FOUND')
  await writeRead(tx, accountId, ids, now)
}
