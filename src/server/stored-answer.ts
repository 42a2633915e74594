import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptsBrotli, type StoredBody } from './compression.ts'

/** An answer kept whole in memory: a page of the cache, a file of the build. */
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
  const compressed = acceptsBrotli(headers['accept-encoding']) ? answer.brotli : undefined
  const body = compressed ?? answer.identity
  outgoing.writeHead(answer.status, {
    ...answer.headers,
    ETag: answer.etag,
    'Content-Length': body.byteLength,
    ...(compressed ? { 'Content-Encoding': 'br' } : {}),
  })
  if (incoming.method === 'HEAD') outgoing.end()
  else outgoing.end(body)
}

/** Weak comparison with any of the tags given, or with `*`. */
function hasIt(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
