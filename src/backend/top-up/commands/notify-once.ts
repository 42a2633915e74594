import type { Db } from '#backend/db/connect.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'
import { writeNotice } from '../rows/spending.ts'

/** Writes the notice's row and posts the message, unless the row is there already: a member is notified once. */
export async function notifyOnce(
  tx: Db,
  { post }: Pick<Outbox, 'post'>,
  notice: {
    readonly contractId: string
    readonly noticeKey: string
    readonly month: TokyoMonth
    readonly now: Instant
    readonly message: MemberMessage
  },
) {
  const { contractId, noticeKey, month, now, message } = notice
  const isFirst = await writeNotice(tx, {
    contract_id: contractId,
    notice_key: noticeKey,
    month,
    message: message.subject,
    raised_at: now,
  })
  if (isFirst) await post(tx, message, now)
}
