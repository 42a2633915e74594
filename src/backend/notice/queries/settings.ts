import type { Db } from '#backend/db/connect.ts'
import { columnsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { maskAddress } from '#backend/mail/masked-address.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { channelsOf, noticeRules } from '#domain/notice/channels.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { noticeKinds } from '#vocabulary/notice.ts'

type Settings = Answer<typeof noticeApi.noticeSettingGet>

/** Where each kind of notice goes besides my page, and which of these channels the member can choose. */
export async function readNoticeSettings(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  { accountId }: { readonly accountId: string },
): Promise<Settings> {
  const own = await columnsOf(db, 'notice_setting', ['kind', 'mail', 'sms'], {
    account_id: accountId,
  })
  const { email, phone } = await readHolder(db, sealing, accountId)
  return {
    kinds: noticeKinds.map((kind) => {
      const { mail, sms } = channelsOf(
        kind,
        own.find((row) => row.kind === kind),
      )
      const rule = noticeRules[kind]
      return { kind, mail, sms, mailRule: rule.mail, smsOffered: rule.smsOffered }
    }),
    mailTo: maskAddress(email),
    ...(phone !== undefined && takesTextMessages(phone) && { smsTo: `＊＊＊${phone.slice(-4)}` }),
  }
}
