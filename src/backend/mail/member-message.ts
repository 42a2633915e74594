import { brand } from '#brand'
import { noticeKindLabels, type NoticeKind } from '#vocabulary/notice.ts'
import type { PushWords } from '#backend/push/payload.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WebhookEvent } from '#protocol/webhook-event.ts'
import { formatMoment } from './japanese-date.ts'
import type { MailContent, MailRing, MessageFact } from './mail-content.ts'

export type { MailRing, MessageFact } from './mail-content.ts'

/**
 * What a member is notified of, as a notice in my page and as a mail. The areas say what happened in their `messages.ts`;
 * salutation, time and signature are added here, the same for all. MNP numbers, activation codes and anything else that
 * opens a door are never in a message: a mailbox is read by more people than my page.
 */
export type MemberMessage = {
  readonly accountId: string
  /** The same reference again sends nothing: one message per event. */
  readonly sourceRef: string
  readonly kind: NoticeKind
  readonly subject: string
  /** What happened, what it means, and what can be done. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly MessageFact[]
  /** What is left, or how far the procedure has come; none where there is nothing to measure. */
  readonly ring?: MailRing | undefined
  /** By mail and SMS whatever the member chose: somebody may be acting in the member's name. */
  readonly isToAllContacts?: boolean
  /** Confirms what the member has just done and seen done: in the list it counts as read. */
  readonly isOwnAct?: boolean
  /** Of the mail address itself, which mail does not reach; or a reminder, for devices and my page alone. */
  readonly isNotMailed?: boolean
  /** The phone gets words of its own: no SMS goes out with this. */
  readonly isPhoneNotifiedApart?: boolean
  /** What a lock screen says whatever was chosen: no figure, no number, no name. Else the kind is named. */
  readonly pushed?: PushWords | undefined
  /** What follows the subject on the lock screen of who lets figures stand there. */
  readonly pushedDetail?: string | undefined
  /** What the member's own programs are told of it: ids, and no word of the message. */
  readonly event?: WebhookEvent | undefined
  /** The screen on which to go on. */
  readonly link: { readonly label: string; readonly path: string }
  /** Where the notice in my page leads instead: what opens without a login goes to a contact and is not stored in plain text. */
  readonly noticePath?: string
}

/** For messages on what a stranger could have done in the member's name. */
export const ifUnexpected = 'お心当たりがないときは、すぐにお問い合わせください。'

/** How far a procedure has come: 「2/4」「発送しました」. */
export function stepRing(done: number, of: number, step: string, state: string): MailRing {
  return {
    drawing: { kind: 'steps', done, of },
    words: `${of}段階のうち${done}段階（${step}）まで進んだ輪`,
    figure: `${done}/${of}`,
    note: state,
  }
}

/** Where a mail comes from and where it leads. */
export type MailSender = { readonly publicUrl: string; readonly inquiryUrl: string }

export function composeMail(
  message: MemberMessage,
  to: { readonly name: string },
  { publicUrl, inquiryUrl }: MailSender,
  now: Instant,
  /** Where mails of this kind are stopped; none for those that must be sent. */
  stopPath?: string,
): MailContent {
  const { subject, paragraphs, facts, ring, link } = message
  return {
    subject,
    salutation: to.name === '' ? 'お客さま' : `${to.name} 様`,
    paragraphs,
    facts: [...facts, { label: '日時', value: formatMoment(now) }],
    ...(ring && { ring }),
    link: { label: link.label, url: `${publicUrl}${link.path}` },
    ...(stopPath !== undefined && {
      stop: {
        label: `「${noticeKindLabels[message.kind]}」のメールを止める`,
        url: `${publicUrl}${stopPath}`,
      },
    }),
    signature: [
      `${brand.service}（${brand.company}）`,
      `お問い合わせ：${inquiryUrl}`,
      `電話：${brand.telephone}`,
      'パスワードやカード番号をメールでお尋ねすることはありません。',
      'このメールは送信専用です。ご返信いただいてもお答えできません。',
    ],
  }
}

export function mailText(content: MailContent): string {
  const { salutation, paragraphs, facts, ring, link, stop, signature } = content
  // What is left is in the sentences; how far a procedure has come is said by the ring alone.
  const progress = ring?.note && { label: '進み具合', value: `${ring.figure}（${ring.note}）` }
  return [
    salutation,
    paragraphs.join('\n'),
    [...(progress ? [progress] : []), ...facts].map(toLine).join('\n'),
    `${link.label}\n${link.url}`,
    ...(stop ? [`${stop.label}\n${stop.url}`] : []),
    `──────────────\n${signature.join('\n')}`,
  ].join('\n\n')
}

/** What fits into an SMS: that something happened, and where to read about it. */
export function smsText({ subject, link }: MemberMessage, { publicUrl }: MailSender): string {
  return `【${brand.service}】${subject}。${publicUrl}${link.path}`
}

/** The same words in my page, where the reader is known, and time and link stand beside them. */
export function noticeText({ paragraphs, facts }: MemberMessage): string {
  return [
    paragraphs.join('\n'),
    ...(facts.length === 0 ? [] : [facts.map(toLine).join('\n')]),
  ].join('\n\n')
}

const toLine = ({ label, value }: MessageFact) => `${label}：${value}`
