import type { Sealing } from '#backend/db/sealing.ts'
import { isSignatureOf, signatureOf } from './signature.ts'

const purpose = 'return address'

/** `mail_…` or `cmsg_…` of this house, and its signature: 58 of the 64 letters that a local part may have. */
const written = /\b((?:mail|cmsg)_[0-9a-z]{20})-([0-9a-f]{32})@/gi

/**
 * Where a mail comes back to, one address a mail (VERP): whose mail it was is read off the address, whatever the other
 * side's report says, and only who was sent the mail knows its signature.
 */
export const returnAddressOf = (sealing: Sealing, mailId: string, domain: string): string =>
  `${mailId}-${signatureOf(sealing, purpose, mailId)}@${domain}`

/** The mail of the first return address in a text that is signed by us; undefined where there is none. */
export function readReturnAddress(sealing: Sealing, text: string): string | undefined {
  for (const [, id = '', signature = ''] of text.matchAll(written)) {
    const mailId = id.toLowerCase()
    if (isSignatureOf(sealing, purpose, { text: mailId, signature })) return mailId
  }
  return undefined
}
