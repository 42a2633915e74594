import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingFor, type Encoding, type StoredBody } from './compression.ts'

/** An answer stored whole in memory: a page of the cache, a file of the build. */
export type StoredAnswer = StoredBody & {
  readonly status: number
  readonly headers: Record<string, string>
  /** Weak: the same for every encoding. */
  readonly etag: string
}

export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Writes a stored answer, or 304 when the visitor has it already (RFC 9110 section 13). */
export function writeStored(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: StoredAnswer,
): void {
  const { headers } = incoming
  if (answer.status === 200 && hasIt(headers['if-none-match'], answer.etag)) {
    outgoing.writeHead(304, {
      ETag: answer.etag,
      Vary: answer.headers['vary'] ?? 'Accept-Encoding',
      'Cache-Control': answer.headers['cache-control'] ?? 'no-cache',
    })
    outgoing.end()
    return
  }
  const { body, flatHeaders } = formOf(answer, encodingFor(headers['accept-encoding']))
  outgoing.writeHead(answer.status, flatHeaders)
  if (incoming.method === 'HEAD') outgoing.end()
  else outgoing.end(body)
}

/** A form of the body with its headers as they are written. */
type Form = { body: Buffer; flatHeaders: string[] }

/** Put together once for each form of the body: this is the hottest path there is. */
const written = new WeakMap<StoredAnswer, Partial<Record<Encoding | 'identity', Form>>>()

function formOf(answer: StoredAnswer, accepted: Encoding | undefined): Form {
  const compressed = accepted === 'br' ? answer.brotli : accepted && answer.gzip
  const encoding = compressed && accepted
  const body = compressed ?? answer.identity
  let known = written.get(answer)
  if (!known) written.set(answer, (known = {}))
  const form = known[encoding ?? 'identity']
  // The better compression takes the quick one's place, with another length.
  if (form?.body === body) return form
  return (known[encoding ?? 'identity'] = { body, flatHeaders: flat(answer, body, encoding) })
}

function flat(answer: StoredAnswer, body: Buffer, encoding: Encoding | undefined): string[] {
  return [
    ...Object.entries(answer.headers).flat(),
    'ETag',
    answer.etag,
    'Content-Length',
    String(body.byteLength),
    ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
  ]
}

/** Weak comparison with any of the tags given, or with `*`. */
function hasIt(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
