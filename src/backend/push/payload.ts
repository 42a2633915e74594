import { z } from 'zod'
import type { NoticeKind } from '#vocabulary/notice.ts'
import { noticeOpenPage } from '#vocabulary/pages.ts'

/** What a lock screen says. */
export type PushWords = { readonly title: string; readonly body: string }

/** What a message may say on a lock screen. Without words of its own its kind is named, and nothing else. */
export type PushableMessage = {
  readonly kind: NoticeKind
  readonly subject: string
  /** Without a figure, a number or a name: shown whatever was chosen. */
  readonly pushed?: PushWords | undefined
  /** What follows the subject where the member lets figures stand on the lock screen. */
  readonly pushedDetail?: string | undefined
}

const tap = '開いてご確認ください。'

/** What anybody who sees the phone may read: what it is about, and no more. */
const generalTitles: Readonly<Record<NoticeKind, string>> = {
  procedure: 'お手続きのお知らせがあります',
  billing: '料金のお知らせがあります',
  debt: 'お支払いのお知らせがあります',
  alert: 'データ残量のお知らせがあります',
  data: 'データ通信のお知らせがあります',
  outage: '障害・工事のお知らせがあります',
  security: 'セキュリティのお知らせがあります',
}

const generalWords = ({ kind, pushed }: PushableMessage): PushWords =>
  pushed ?? { title: generalTitles[kind], body: tap }

/** @param withDetails the member lets subjects and figures stand on the lock screen */
export function pushWords(message: PushableMessage, withDetails: boolean): PushWords {
  if (!withDetails) return generalWords(message)
  return { title: message.subject, body: message.pushedDetail ?? message.pushed?.body ?? tap }
}

/** What lies sealed until it is sent: both forms, the second for a service to which the first is too large. */
export const pushPayload = z.object({
  shown: z.object({ title: z.string(), body: z.string() }),
  general: z.object({ title: z.string(), body: z.string() }),
})

export const payloadOf = (message: PushableMessage, withDetails: boolean) =>
  JSON.stringify({
    shown: pushWords(message, withDetails),
    general: generalWords(message),
  } satisfies z.output<typeof pushPayload>)

/** Every message has a length that is a multiple of it: the service learns nothing from how long one is. */
const PADDED_TO_BYTES = 512

/**
 * What the worker in the browser reads (src/portal/worker): the words, where a tap leads, and how many notices are unread.
 * @param unread shown on the app's badge
 */
export function deviceMessage(
  { title, body }: PushWords,
  about: { readonly noticeId: string; readonly unread: number },
): string {
  const text = JSON.stringify({
    title,
    body,
    path: noticeOpenPage(about.noticeId),
    tag: about.noticeId,
    unread: about.unread,
  })
  const bytes = Buffer.byteLength(text)
  return text + ' '.repeat(Math.ceil(bytes / PADDED_TO_BYTES) * PADDED_TO_BYTES - bytes)
}
