import { isBefore, type Instant } from '../tokyo.ts'

/** Where a code is sent: a contact is confirmed at its old and its new value. */
export const contactPlaces = ['oldEmail', 'newEmail', 'oldPhone', 'newPhone'] as const
export type ContactPlace = (typeof contactPlaces)[number]

/** Ours: how a code is used, after OWASP ASVS 5.0 section 6.5. */
export const CODE_DIGITS = 6
const VALID_MINUTES = 10
const RESEND_SECONDS = 60
const LOCKED_MINUTES = 15
const MOST_WRONG = 6
const MOST_SENT = 5
const REST_HOURS = 24

export type ContactCode = {
  readonly sentCount: number
  readonly expiresAt: Instant
  readonly resendFrom: Instant
  readonly tries: number
}

/** A code that is sent now. */
export function codeSent(before: Pick<ContactCode, 'sentCount'> | undefined, now: Instant) {
  const sentCount = (before?.sentCount ?? 0) + 1
  const rest = sentCount < MOST_SENT ? { seconds: RESEND_SECONDS } : { hours: REST_HOURS }
  return {
    sentCount,
    expiresAt: now.add({ minutes: VALID_MINUTES }),
    resendFrom: now.add(rest),
    tries: 0,
  } satisfies ContactCode
}

/** Counts a try before the code is compared; after the sixth wrong one the code is locked for a while. */
export function codeTried(code: ContactCode, now: Instant) {
  const tries = code.tries + 1
  const shutUntil = now.add({ minutes: LOCKED_MINUTES })
  const isShut = tries >= MOST_WRONG && isBefore(code.resendFrom, shutUntil)
  return { ...code, tries, resendFrom: isShut ? shutUntil : code.resendFrom }
}

export const triesLeft = ({ tries }: Pick<ContactCode, 'tries'>) => Math.max(0, MOST_WRONG - tries)

/** Whether a code may still be typed. */
export function codeState(code: ContactCode, now: Instant): 'open' | 'locked' | 'expired' {
  if (triesLeft(code) === 0) return 'locked'
  return isBefore(now, code.expiresAt) ? 'open' : 'expired'
}

export const canSendAnew = ({ resendFrom }: ContactCode, now: Instant) => !isBefore(now, resendFrom)

/** Numbers that can receive a text message. */
export const takesTextMessages = (phone: string) => /^0[6-9]0\d{8}$/.test(phone)
