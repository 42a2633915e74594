import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { channelsOf, noticeRules } from '#domain/notice/channels.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { noticeKinds, type NoticeKind } from '#vocabulary/notice.ts'

/** Saves the choice of every kind that can be chosen; the others stay as the rules say. */
export async function saveNoticeSettings(
  tx: Db,
  who: AccountWho,
  { mail, sms }: Input<typeof noticeApi.noticeSettingPut>['body'],
): Promise<void> {
  const { accountId, now } = who
  const rows = noticeKinds.filter(isChoosable).map((kind) => ({
    account_id: accountId,
    kind,
    ...channelsOf(kind, { mail: mail.includes(kind), sms: sms.includes(kind) }),
    changed_at: now,
  }))
  await tx
    .insertInto('notice_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => ({
        mail: eb.ref('excluded.mail'),
        sms: eb.ref('excluded.sms'),
        changed_at: now,
      })),
    )
    .execute()
  const details = { mail, sms }
  await recordNote(tx, who, { action: 'notice-settings-changed', target: accountId, details })
}

function isChoosable(kind: NoticeKind) {
  const { mail, smsOffered } = noticeRules[kind]
  return mail === 'chosen' || smsOffered
}
