import type { PushAnswer, PushPort } from '#backend/ports/push.ts'
import { AddressRefused, createPublicRequests, publicUrl } from './public-request.ts'
import { secondsOf } from './retry-after.ts'

export type PushOptions = {
  readonly publicKey: string
  readonly privateKey: string
  /** Whom a push service asks when something is wrong: `mailto:` or `https:` (RFC 8292). */
  readonly subject: string
  /** Hosts of push services, `*.` for those below; an origin is a stand-in of ours. */
  readonly services: readonly string[]
  readonly timeoutMs?: number
}

/** A member waits for none of them; a service that is silent for so long is asked again later. */
const TIMEOUT_MS = 10_000
/** Where a service says "later" and not when. */
const LATER_SECONDS = 60

/** Speaks RFC 8030 to the push services of the browsers, encrypted by RFC 8291 and signed by RFC 8292. */
export function createPushServices(options: PushOptions): PushPort {
  const { publicKey, privateKey, subject, services } = options
  const ownOrigins = services.filter((service) => service.includes('://'))
  const call = createPublicRequests({ timeoutMs: options.timeoutMs ?? TIMEOUT_MS, ownOrigins })
  const vapidDetails = { subject, publicKey, privateKey }
  return {
    publicKey,
    isKnown: (endpoint) => isKnownService(endpoint, services),
    async send(target, payload, { ttlSeconds, urgency }) {
      // A list that was shortened ends what was taken by the longer one.
      if (!isKnownService(target.endpoint, services))
        return { kind: 'refused', cause: 'unknown service' }
      // Loaded with the first push: only the worker sends any.
      const { default: webPush } = await import('web-push')
      const { method, headers, body } = webPush.generateRequestDetails(target, payload, {
        vapidDetails,
        TTL: ttlSeconds,
        urgency,
        contentEncoding: 'aes128gcm',
      })
      try {
        const asked = { method, headers: textOf(headers), body }
        return answerOf(await call(target.endpoint, asked))
      } catch (error) {
        if (error instanceof AddressRefused) return { kind: 'refused', cause: error.name }
        return { kind: 'noAnswer', cause: error instanceof Error ? error.name : 'unknown' }
      }
    },
  }
}

const textOf = (headers: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function answerOf({
  status,
  headers,
}: Awaited<ReturnType<ReturnType<typeof createPublicRequests>>>): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'tooLarge' }
  if (status === 429 || status === 503)
    return { kind: 'later', afterSeconds: secondsOf(headers['retry-after']) ?? LATER_SECONDS }
  if (status >= 500 || status === 408) return { kind: 'noAnswer', cause: `HTTP ${status}` }
  return { kind: 'refused', cause: `HTTP ${status}` }
}

/** Whether an address is one of a listed push service: by https at its usual port, without a login in it. */
export function isKnownService(endpoint: string, services: readonly string[]): boolean {
  const ownOrigins = services.filter((service) => service.includes('://'))
  try {
    const url = publicUrl(endpoint, ownOrigins)
    if (ownOrigins.includes(url.origin)) return true
    if (url.port !== '') return false
    return services.some((service) =>
      service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
    )
  } catch {
    return false
  }
}
