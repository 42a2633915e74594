import { isIP } from 'node:net'
import type { WebhookAnswer, WebhookPort } from '#backend/ports/webhook.ts'
import type { AttemptCause } from '#vocabulary/webhook.ts'
import { AddressRefused, createPublicRequests, publicUrl } from './public-request.ts'
import { secondsOf } from './retry-after.ts'
import { signaturesOf } from './webhook-signature.ts'

/** “Somewhere between 15 and 30 s”, says Standard Webhooks (“Request timeouts”). */
const TIMEOUT_MS = 15_000

/**
 * Posts events to the addresses that members have given, as Standard Webhooks says. What is not on the public internet is
 * not connected to, no redirect is followed, and of an answer only its beginning is read (public-request.ts).
 * @param ownOrigins receivers on this machine, for tests and the demo
 */
export function createWebhookReceivers({
  ownOrigins,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly ownOrigins: readonly string[]
  readonly timeoutMs?: number
}): WebhookPort {
  const call = createPublicRequests({ timeoutMs, ownOrigins })
  return {
    isCallable: (url) => isCallable(url, ownOrigins),
    async send(url, { id, at, body, secrets }): Promise<WebhookAnswer> {
      const seconds = Math.floor(at.epochMilliseconds / 1000)
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'portal-webhook/1',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signaturesOf(secrets, { id, seconds, body }),
      }
      try {
        const answer = await call(url, { method: 'POST', headers, body: Buffer.from(body) })
        const retryAfterSeconds = secondsOf(answer.headers['retry-after'])
        return { kind: 'answered', status: answer.status, text: answer.text, retryAfterSeconds }
      } catch (error) {
        return { kind: 'noAnswer', cause: causeOf(error) }
      }
    },
  }
}

function isCallable(address: string, ownOrigins: readonly string[]): boolean {
  try {
    const url = publicUrl(address, ownOrigins)
    return ownOrigins.includes(url.origin) || hasDomain(url)
  } catch {
    return false
  }
}

/** A certificate is for a name with a domain; addresses in digits and names of a network's own have none. */
const hasDomain = ({ hostname }: URL) =>
  hostname.includes('.') &&
  isIP(hostname) === 0 &&
  !hostname.startsWith('[') &&
  !/\.(localhost|local|internal|home\.arpa)\.?$/.test(hostname)

/** What node says of a certificate, by its code: of its name, its time, or who signed it. */
const ofCertificate = /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

function causeOf(error: unknown): AttemptCause {
  if (error instanceof AddressRefused) return 'address'
  if (!(error instanceof Error)) return 'connection'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  const code = 'code' in error ? String(error.code) : ''
  return ofCertificate.test(code) ? 'certificate' : 'connection'
}
