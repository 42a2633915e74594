import type { MailFailure, MailReturnKind } from '#vocabulary/mail-return.ts'
import { isBefore, type Instant } from '../tokyo.ts'

/** A full or silent mailbox may be so for a day: ours, as many mails within so many days mean that nobody empties it. */
const UNREACHABLE_MAILS = 3
const UNREACHABLE_DAYS = 30

export type MailReturn = { readonly kind: MailReturnKind; readonly at: Instant }

/**
 * Whether mail to an address fails, by what came back of it. An address that nobody has, and the report of a reader who
 * takes our mail for spam, count at once. A mail that the other side's rules refuse (a block list, a size) says nothing of
 * the address: that is the operator's to look into.
 */
export function failureOf(returns: readonly MailReturn[], now: Instant): MailFailure | undefined {
  const kinds = new Set(returns.map(({ kind }) => kind))
  if (kinds.has('unknown')) return 'unknown'
  if (kinds.has('complaint')) return 'complaint'
  const since = now.subtract({ hours: 24 * UNREACHABLE_DAYS })
  const recent = returns.filter(({ kind, at }) => kind === 'unreachable' && !isBefore(at, since))
  return recent.length >= UNREACHABLE_MAILS ? 'unreachable' : undefined
}

/** Status codes (RFC 3463) of an address or a mailbox that is not there: bad address, no such host, disabled. */
const nobodyThere = /^5\.(1\.([0-6]|10)|2\.1|4\.4)$/
/** A mailbox that is full, and whatever was tried until the sender's server gave up. */
const notNow = /^(5\.2\.2|5\.4\.7|4\.\d+\.\d+)$/

/** What a delivery that was given up says of the address. @param status as `5.1.1` */
export function returnKindOf(status: string): MailReturnKind {
  if (nobodyThere.test(status)) return 'unknown'
  return notNow.test(status) ? 'unreachable' : 'refused'
}
