import { recordAudit } from '#backend/audit.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { maskAddress } from '#backend/mail/masked-address.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { channelsOf, noticeRules } from '#domain/notice/channels.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { noticeKinds, type NoticeKind } from '#vocabulary/notice.ts'

type Settings = Answer<typeof noticeApi.noticeSettingGet>

/** Where each kind of notice goes besides my page, and which of it the member decides. */
export async function readNoticeSettings(caller: Caller, sealing: Sealing): Promise<Settings> {
  const { accountId } = accountOf(caller)
  const { db } = caller
  const own = await db
    .selectFrom('notice_setting')
    .select(['kind', 'mail', 'sms'])
    .where('account_id', '=', accountId)
    .execute()
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

/** Keeps the choice of every kind that can be chosen; the others stay as the rules say. */
export async function saveNoticeSettings(
  caller: Caller,
  sealing: Sealing,
  { mail, sms }: Input<typeof noticeApi.noticeSettingPut>['body'],
): Promise<Settings> {
  const { accountId } = accountOf(caller)
  const { db: tx, now, traceKey } = caller
  const choosable = noticeKinds.filter(isChoosable)
  const rows = choosable.map((kind) => ({
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
  await recordAudit(tx, {
    chain: accountId,
    at: now,
    actor: 'member',
    accountId,
    action: 'notice-settings-changed',
    target: accountId,
    details: { mail, sms },
    traceKey,
  })
  return readNoticeSettings(caller, sealing)
}

function isChoosable(kind: NoticeKind) {
  const { mail, smsOffered } = noticeRules[kind]
  return mail === 'chosen' || smsOffered
}
