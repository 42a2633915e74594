import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** An opaque id that cannot be guessed (100 random bits), e.g. `line_8c3k…`. Never a serial or a phone number. */
export function newId(prefix: string): string {
  let text = ''
  for (const byte of randomBytes(20)) text += ALPHABET[byte % 32]
  return `${prefix}_${text}`
}

/** An order or receipt number a member can read out: `A-7K2M-93XQ-W4PD` (60 random bits, no 0/O or 1/I). */
export function newReadableNo(prefix: string): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  let text = ''
  for (const byte of randomBytes(12)) text += letters[byte % 32]
  return `${prefix}-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`
}

/** A case's number, short enough to be read out on the telephone: `T-2K7D-9F` (30 random bits, no 0/O or 1/I). */
export const newTicketNo = (): string => newReadableNo('T').slice(0, 'T-2K7D-9F'.length)

/** A secret for a cookie or a link: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: reading the database does not let one in. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARKED_LENGTH = 32
const CHECKSUM_LENGTH = 6

/**
 * A secret that people copy into programs: its kind, 190 random bits, and a checksum, by which scanners know a leaked one
 * and we a mistyped one without asking the database.
 * @param kind `hbk_`
 */
export function newMarkedSecret(kind: string): string {
  const random = Array.from({ length: MARKED_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  const text = kind + random.join('')
  return text + checksumOf(text)
}

/** Whether it is of this kind and has no letter wrong. */
export function isMarkedSecret(kind: string, secret: string): boolean {
  const text = secret.slice(0, -CHECKSUM_LENGTH)
  const isLong = secret.length === kind.length + MARKED_LENGTH + CHECKSUM_LENGTH
  return isLong && secret.startsWith(kind) && secret === text + checksumOf(text)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let letters = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    letters = LETTERS[rest % LETTERS.length] + letters
    rest = Math.floor(rest / LETTERS.length)
  }
  return letters
}
