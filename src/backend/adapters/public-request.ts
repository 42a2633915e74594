import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** An address that somebody gave us and that we do not call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type PublicAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** At most the first 4096 bytes. */
  readonly text: string
}

export type PublicRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const READ_AT_MOST_BYTES = 4096

/** Node says so where the agent's filter found an address that is not on the public internet. */
const filtered = /is not allowed\. Because/

/**
 * Calls addresses that members or other companies have given us. Only https, only hosts on the public internet: the name is
 * resolved, every address it has is checked, and the connection goes to what was checked. A name that changes its mind
 * between the two (DNS rebinding), an address in digits, this machine, the cloud's own 169.254.169.254 are refused alike.
 * No redirect is followed.
 * @param ownOrigins origins that are called without these checks: stand-ins on this machine
 */
export function createPublicRequests(options: {
  readonly timeoutMs: number
  readonly ownOrigins?: readonly string[]
}) {
  const { timeoutMs, ownOrigins = [] } = options
  const agent = new RequestFilteringHttpsAgent({ keepAlive: true, maxSockets: 64 })

  /** @throws AddressRefused, or Error when there is no answer in time */
  return async function call(address: string, asked: PublicRequest): Promise<PublicAnswer> {
    const url = publicUrl(address, ownOrigins)
    const signal = AbortSignal.timeout(timeoutMs)
    const { method } = asked
    const headers = { ...asked.headers, 'Content-Length': String(asked.body.length) }
    const isOwn = ownOrigins.includes(url.origin)
    return new Promise((resolve, reject) => {
      const refuse = (error: Error) =>
        reject(filtered.test(error.message) ? new AddressRefused(url.hostname) : error)
      const take = (answer: IncomingMessage) => void readStart(answer).then(resolve, refuse)
      const sent =
        url.protocol === 'http:'
          ? requestPlain(url, { method, headers, signal }, take)
          : requestTls(url, { method, headers, signal, ...(!isOwn && { agent }) }, take)
      sent.on('error', refuse)
      sent.end(asked.body)
    })
  }
}

/** @throws AddressRefused for what is no https address without a login in it */
export function publicUrl(address: string, ownOrigins: readonly string[] = []): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) throw new AddressRefused('no address')
  if (url.username !== '' || url.password !== '') throw new AddressRefused(url.hostname)
  if (url.protocol !== 'https:' && !ownOrigins.includes(url.origin))
    throw new AddressRefused(url.hostname)
  return url
}

/** Whoever answers without end is not listened to. */
async function readStart(answer: IncomingMessage): Promise<PublicAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue
    parts.push(part)
    bytes += part.length
    if (bytes >= READ_AT_MOST_BYTES) break
  }
  const text = Buffer.concat(parts).subarray(0, READ_AT_MOST_BYTES).toString('utf8')
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}
