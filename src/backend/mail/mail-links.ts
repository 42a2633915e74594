import type { Sealing } from '#backend/db/sealing.ts'
import { notFound } from '#backend/refusal.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { noticeKinds, type NoticeKind } from '#vocabulary/notice.ts'
import { isSignatureOf, signatureOf } from './signature.ts'

const stop = 'notice stop link'
const check = 'mail check link'

/** How long the link of a mail that tries an address works. */
export const CHECK_HOURS = 24

/** For the link that stops the mails of one kind: it names the account and the kind, and works as long as the account. */
export function stopTokenOf(
  sealing: Sealing,
  { accountId, kind }: { readonly accountId: string; readonly kind: NoticeKind },
): string {
  const text = `${accountId}.${kind}`
  return `${text}.${signatureOf(sealing, stop, text)}`
}

/** @throws RefusalError NOT_FOUND for a token that is none of ours */
export function readStopToken(sealing: Sealing, token: string) {
  const { fields } = readSigned(sealing, stop, token)
  const [accountId = '', name] = fields
  const kind = noticeKinds.find((known) => known === name)
  if (kind === undefined) throw notFound()
  return { accountId, kind }
}

type CheckLink = {
  readonly accountId: string
  /** Of the address the mail goes to. */
  readonly addressIndex: string
}

/** For the link by which a member shows that mail arrives: it works for this address, for a day. */
export function checkTokenOf(sealing: Sealing, link: CheckLink, now: Instant): string {
  const until = Math.floor(now.epochMilliseconds / 1000) + CHECK_HOURS * 3600
  const text = `${link.accountId}.${until}.${link.addressIndex}`
  return `${text}.${signatureOf(sealing, check, text)}`
}

/** @throws RefusalError NOT_FOUND for a token that is none of ours, or too old */
export function readCheckToken(sealing: Sealing, token: string, now: Instant): CheckLink {
  const [accountId = '', until = '', addressIndex = ''] = readSigned(sealing, check, token).fields
  const ends = Temporal.Instant.fromEpochMilliseconds(Number(until) * 1000)
  if (!isBefore(now, ends)) throw notFound()
  return { accountId, addressIndex }
}

function readSigned(sealing: Sealing, purpose: string, token: string) {
  const point = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(point, 0))
  const signature = token.slice(point + 1)
  if (!isSignatureOf(sealing, purpose, { text, signature })) throw notFound()
  return { fields: text.split('.') }
}
