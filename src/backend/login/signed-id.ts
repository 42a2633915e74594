import { createHmac, timingSafeEqual } from 'node:crypto'

/** A session's id as it goes into the cookie: with our mark, so that an invented one is known without asking the database. */
export function signedId(signingSecret: string, id: string): string {
  const mark = createHmac('sha256', signingSecret).update(`session id\0${id}`).digest()
  return `${id}.${mark.toString('base64url')}`
}

/** Whether we have made this id (decision 020). */
export function isSignedId(signingSecret: string, secret: string): boolean {
  const expected = Buffer.from(signedId(signingSecret, secret.split('.', 1)[0] ?? ''))
  const given = Buffer.from(secret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
