import { brand } from '#brand'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { webhookPage } from '#vocabulary/pages.ts'

/** Of the address the host alone: the rest may hold a word that lets one in. */
export type HostFacts = { readonly host: string }

type Facts = HostFacts & { readonly accountId: string; readonly webhookId: string }

const link = { label: 'Webhookの画面を開く', path: webhookPage() }

const madeWords = {
  made: {
    subject: 'Webhookを作りました',
    paragraphs: [
      'ご契約のできごと（請求の確定、手続きの進みなど）を、次の届け先にお知らせするようになりました。お名前・電話番号・料金は送りません。',
      `お心当たりがないときは、「Webhook」の画面ですぐに消し、${brand.account}のパスワードを変更してください。`,
    ],
  },
  secret: {
    subject: 'Webhookの署名の鍵を替えました',
    paragraphs: [
      '次の届け先に送るときの、署名の鍵を替えました。前の鍵も、24時間は署名に使います。',
      ifUnexpected,
    ],
  },
} as const

/** To every contact: somebody may be listening in. */
export function webhookMadeMessage({
  accountId,
  webhookId,
  host,
  occasion,
}: Facts & { readonly occasion: keyof typeof madeWords }): MemberMessage {
  return {
    accountId,
    sourceRef: `webhook-${occasion}:${webhookId}`,
    kind: 'security',
    isToAllContacts: true,
    ...madeWords[occasion],
    facts: [{ label: '届け先', value: host }],
    link,
  }
}

/** Nothing has reached it for three days, or it said that it takes nothing any more. */
export function webhookStoppedMessage({
  accountId,
  webhookId,
  host,
  isGone,
}: Facts & { readonly isGone: boolean }): MemberMessage {
  return {
    accountId,
    sourceRef: `webhook-stopped:${webhookId}`,
    kind: 'procedure',
    subject: 'Webhookを止めました',
    paragraphs: [
      isGone
        ? '届け先から、もう受け取らないという返事（HTTP 410）があったため、お届けを止めました。'
        : '3日のあいだ何度も送りましたが、届け先から正しい返事がなかったため、お届けを止めました。',
      '止めているあいだのできごとは、お届けしません。届け先を直したら、「Webhook」の画面からもう一度始められます。届かなかったものは、30日のあいだ同じ画面から送り直せます。',
    ],
    facts: [{ label: '届け先', value: host }],
    link,
  }
}
