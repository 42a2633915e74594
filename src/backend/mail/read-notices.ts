import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

/** Marks these notices as read. Notices that were read before keep their time. */
export async function writeRead(
  tx: Db,
  accountId: string,
  noticeIds: readonly string[],
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('notice')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('notice_id', 'in', noticeIds)
    .where('read_at', 'is', null)
    .execute()
}
