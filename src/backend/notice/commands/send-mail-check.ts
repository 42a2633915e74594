import { brand } from '#brand'
import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { CHECK_HOURS, checkTokenOf, readCheckToken } from '#backend/mail/mail-links.ts'
import { maskAddress } from '#backend/mail/masked-address.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { mailCheckPage } from '#vocabulary/pages.ts'
import { mendAddress } from '#backend/mail/failing-addresses.ts'

export type MailCheckDeps = Pick<AreaDeps, 'sealing' | 'publicUrl'> & {
  readonly contactMessages: Pick<ContactMessages, 'post'>
}

/** Sends a mail to the registered address, by whose link the member shows that it has arrived. */
export async function sendMailCheck(
  tx: Db,
  { sealing, publicUrl, contactMessages }: MailCheckDeps,
  who: AccountWho,
) {
  const { accountId, now } = who
  const { email } = await readHolder(tx, sealing, accountId)
  const validUntil = now.add({ hours: CHECK_HOURS })
  const token = checkTokenOf(
    sealing,
    { accountId, addressIndex: sealing.index('email', email) },
    now,
  )
  await contactMessages.post(
    tx,
    {
      accountId,
      channel: 'mail',
      contact: email,
      subject: 'メールが届くことの確認',
      text: [
        'このメールは、登録のメールアドレスに届くことを確かめるためにお送りしています。次のリンクを開き、「受け取りました」を押してください。',
        `${publicUrl}${mailCheckPage(token)}`,
        `期限：${formatMoment(validUntil)}`,
        'お心当たりがないときは、リンクを開かずに、このメールを削除してください。',
        `${brand.service}（${brand.company}）`,
      ].join('\n\n'),
      usefulUntil: validUntil,
    },
    now,
  )
  await recordNote(tx, who, { action: 'mail-check-sent', target: accountId })
  return { sentTo: maskAddress(email), validUntil: formatRfc3339(validUntil) }
}

/**
 * The member has opened the mail that tries the address. A second press changes nothing.
 * @throws RefusalError NOT_FOUND for a link that is none of ours, or too old
 */
export async function confirmMail(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  token: string,
  now: Instant,
): Promise<void> {
  const link = readCheckToken(sealing, token, now)
  const isMended = await mendAddress(tx, link, now)
  if (!isMended) return
  const { accountId } = link
  const who = { actor: 'member' as const, accountId, now }
  await recordNote(tx, who, { action: 'mail-address-confirmed', target: accountId })
}
