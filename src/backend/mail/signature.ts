import { timingSafeEqual } from 'node:crypto'
import type { Sealing } from '#backend/db/sealing.ts'

/**
 * Signs what a mail carries and may come back: 128 bits in letters whose case does not matter, since a mail server may
 * change it. By the key of the blind indexes, which stays when the sealing key changes: a link in an old mail still works.
 */
export const signatureOf = (sealing: Sealing, purpose: string, text: string): string =>
  Buffer.from(sealing.index(purpose, text), 'base64url').toString('hex').slice(0, 32)

export function isSignatureOf(
  sealing: Sealing,
  purpose: string,
  { text, signature }: { readonly text: string; readonly signature: string },
): boolean {
  const expected = Buffer.from(signatureOf(sealing, purpose, text))
  const given = Buffer.from(signature.toLowerCase())
  return expected.length === given.length && timingSafeEqual(expected, given)
}
