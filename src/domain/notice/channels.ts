import type { NoticeChannel, NoticeKind } from '#vocabulary/notice.ts'

export type Channels = Readonly<Record<NoticeChannel, boolean>>

type Rule = {
  /**
   * chosen: the member turns it on and off · always: the law or the member's safety wants it · elsewhere: a setting of
   * its own decides whether there is such a message at all (the alert on what is left).
   */
  readonly mail: 'chosen' | 'always' | 'elsewhere'
  /** Where a few words are enough and time matters (ours). */
  readonly smsOffered: boolean
  readonly unlessChosen: Channels
}

const byMail: Channels = { mail: true, sms: false }
const chosen: Rule = { mail: 'chosen', smsOffered: false, unlessChosen: byMail }
const always: Rule = { ...chosen, mail: 'always' }

/** ours: which kinds can be turned off. My page shows every one of them. */
export const noticeRules: Readonly<Record<NoticeKind, Rule>> = {
  procedure: always,
  billing: chosen,
  debt: { ...always, smsOffered: true },
  alert: { ...chosen, mail: 'elsewhere' },
  data: chosen,
  outage: { ...chosen, smsOffered: true },
  security: { ...always, smsOffered: true },
}

/** Whether mails of this kind may be stopped: the others the law or the member's safety wants. */
export const mayBeStopped = (kind: NoticeKind): boolean => noticeRules[kind].mail !== 'always'

/**
 * The one decision of where a message goes besides my page.
 * @param isFailing mail does not reach the member: what may be left out is not sent there, what may not goes on and, where
 *   a few words are enough, goes to the phone too (docs/decisions/093)
 */
export function channelsOf(
  kind: NoticeKind,
  own: Channels | undefined,
  isFailing = false,
): Channels {
  const { mail, smsOffered, unlessChosen } = noticeRules[kind]
  const choice = own ?? unlessChosen
  const isMailed = mail !== 'chosen' || choice.mail
  if (!isFailing) return { mail: isMailed, sms: smsOffered && choice.sms }
  return { mail: !mayBeStopped(kind), sms: smsOffered && (choice.sms || mail === 'always') }
}
