import { brand } from '#brand'
import type { Instant } from '#domain/tokyo.ts'
import { formatMoment } from './japanese-date.ts'

/** A number, an amount or a date of a message; one a line in texts, one a row in tables. */
export type MessageFact = { readonly label: string; readonly value: string }

/**
 * What a member is told, as a notice in my page and as a mail. The areas say what happened in their `messages.ts`;
 * salutation, time and signature are added here, the same for all. MNP numbers, activation codes and anything else that
 * opens a door are never told by a message: a mailbox is read by more people than my page.
 */
export type MemberMessage = {
  readonly accountId: string
  /** The same reference again sends nothing: one message per event. */
  readonly sourceRef: string
  readonly kind: 'procedure' | 'document' | 'data' | 'billing' | 'security'
  readonly subject: string
  /** What happened, what it means, and what can be done. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly MessageFact[]
  /** The screen on which to go on. */
  readonly link: { readonly label: string; readonly path: string }
}

/** For messages on what a stranger could have done in the member's name. */
export const ifUnexpected = 'お心当たりがないときは、すぐにお問い合わせください。'

/** Where a mail comes from and where it leads. */
export type MailSender = { readonly publicUrl: string; readonly inquiryUrl: string }

/** A mail as values; every form of it (text now, HTML beside it) is written from these. */
export type MailContent = {
  readonly subject: string
  readonly salutation: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly MessageFact[]
  readonly link: { readonly label: string; readonly url: string }
  readonly signature: readonly string[]
}

export function composeMail(
  message: MemberMessage,
  to: { readonly name: string },
  { publicUrl, inquiryUrl }: MailSender,
  now: Instant,
): MailContent {
  const { subject, paragraphs, facts, link } = message
  return {
    subject,
    salutation: to.name === '' ? 'お客さま' : `${to.name} 様`,
    paragraphs,
    facts: [...facts, { label: '日時', value: formatMoment(now) }],
    link: { label: link.label, url: `${publicUrl}${link.path}` },
    signature: [
      `${brand.service}（${brand.company}）`,
      `お問い合わせ：${inquiryUrl}`,
      `電話：${brand.telephone}`,
      'このメールは送信専用です。ご返信いただいてもお答えできません。',
    ],
  }
}

export function mailText({ salutation, paragraphs, facts, link, signature }: MailContent): string {
  return [
    salutation,
    paragraphs.join('\n'),
    facts.map(toLine).join('\n'),
    `${link.label}\n${link.url}`,
    `──────────────\n${signature.join('\n')}`,
  ].join('\n\n')
}

/** The same words in my page, where the reader is known, and time and link stand beside them. */
export function noticeText({ paragraphs, facts }: MemberMessage): string {
  return [
    paragraphs.join('\n'),
    ...(facts.length === 0 ? [] : [facts.map(toLine).join('\n')]),
  ].join('\n\n')
}

const toLine = ({ label, value }: MessageFact) => `${label}：${value}`
