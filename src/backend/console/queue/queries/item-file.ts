import { RefusalError } from '#backend/refusal.ts'

const PDF = Buffer.from('%PDF-')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const begins = (bytes: Uint8Array, signature: Buffer) =>
  Buffer.from(bytes.subarray(0, signature.length)).equals(signature)

/**
 * A file that a member sent, by what its first bytes say it is: its name alone is nobody's word.
 * @throws RefusalError PAPER_UNREADABLE for what is neither
 */
export function fileOfItem(name: string, bytes: Uint8Array) {
  const mediaType = begins(bytes, PDF)
    ? ('application/pdf' as const)
    : begins(bytes, JPEG)
      ? ('image/jpeg' as const)
      : undefined
  if (mediaType === undefined) throw new RefusalError('PAPER_UNREADABLE')
  return { name, mediaType, base64: Buffer.from(bytes).toString('base64') }
}
