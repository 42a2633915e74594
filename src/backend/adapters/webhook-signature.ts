import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** 192 bits at least, says Standard Webhooks (“Signature scheme”). */
const SECRET_BYTES = 32

/** A secret by which receivers know that an event is ours, as their libraries read it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** `v1,…` for each secret, of id, time (seconds since 1970) and the very bytes that are sent. */
export function signaturesOf(
  secrets: readonly string[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const signed = `${id}.${seconds}.${body}`
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(signed)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}
