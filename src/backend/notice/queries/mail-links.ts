import { areAlertsStopped } from '#backend/alert/public.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { readFailingAddress } from '#backend/mail/failing-addresses.ts'
import { readCheckToken, readStopToken } from '#backend/mail/mail-links.ts'
import { notFound } from '#backend/refusal.ts'
import { channelsOf, mayBeStopped } from '#domain/notice/channels.ts'
import type { Instant } from '#domain/tokyo.ts'
import { noticeKindLabels, type NoticeKind } from '#vocabulary/notice.ts'

type Link = { readonly accountId: string; readonly kind: NoticeKind }

/**
 * What the link of a mail would stop, or has stopped.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, or of an account that is gone
 */
export async function readStop(db: Db, { sealing }: Pick<AreaDeps, 'sealing'>, token: string) {
  const { accountId, kind } = readStopToken(sealing, token)
  if (!mayBeStopped(kind)) throw notFound()
  const stopped = await isStopped(db, { accountId, kind })
  return { kind, label: noticeKindLabels[kind], stopped }
}

/** @throws RefusalError NOT_FOUND for an account that is gone */
export async function isStopped(db: Db, { accountId, kind }: Link): Promise<boolean> {
  await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('email_index', '<>', '')
    .executeTakeFirstOrThrow(notFound)
  if (kind === 'alert') return areAlertsStopped(db, accountId)
  const own = await findRow(db, 'notice_setting', { account_id: accountId, kind }, 'mail', 'sms')
  return !channelsOf(kind, own).mail
}

/**
 * Whether the link of a mail that tries an address was pressed, or there is nothing to show any more.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, or too old
 */
export async function readMailCheck(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  token: string,
  now: Instant,
) {
  const { accountId } = readCheckToken(sealing, token, now)
  return { confirmed: (await readFailingAddress(db, accountId, now)) === undefined }
}
