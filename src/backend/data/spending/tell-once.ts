import type { Db } from '#backend/db/connect.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'
import { writeNotice } from './store.ts'

/** The notice's row and the message in one transaction: told once, however often and by however many it is found. */
export async function tellOnce(
  { post }: Pick<Outbox, 'post'>,
  tx: Db,
  told: {
    readonly contractId: string
    readonly noticeKey: string
    readonly month: TokyoMonth
    readonly now: Instant
    readonly message: MemberMessage
  },
) {
  const { contractId, noticeKey, month, now, message } = told
  const isFirst = await writeNotice(tx, {
    contract_id: contractId,
    notice_key: noticeKey,
    month,
    message: message.subject,
    raised_at: now,
  })
  if (isFirst) await post(tx, message, now)
}
