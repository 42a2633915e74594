import { pages } from '#vocabulary/pages.ts'
import type { MemberMessage } from './member-message.ts'

/** In my page and by SMS: the mail with the same words would come back like the one that gave rise to it. */
export function mailFailingMessage(accountId: string, mailId: string): MemberMessage {
  return {
    accountId,
    sourceRef: `mail-failing:${mailId}`,
    kind: 'security',
    subject: 'メールが届かなくなっています',
    paragraphs: [
      'お送りしたメールが届かず、戻ってきました。メールアドレスが使われなくなったか、受信の設定で受け取れなくなっている可能性があります。',
      '登録のメールアドレスを変更するか、確認のメールを受け取ってください。それまで、請求・障害などのお知らせのメールはお送りしません。マイページではすべてご覧いただけます。',
    ],
    facts: [],
    isToAllContacts: true,
    isNotMailed: true,
    link: { label: 'お客さま情報を開く', path: pages.user },
  }
}
