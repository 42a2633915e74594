import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerEnv } from './request-facts.ts'
import type { CachedPage } from './page-cache.ts'
import type { PublicPages } from './public-pages.ts'

/** The outermost layer: a public page that is in the cache is answered here, before anything else is set up. */
export function createListener(app: Hono<ServerEnv>, publicPages: PublicPages): Server {
  const rest = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => {
    const key = publicPages.keyOf(incoming)
    if (key === undefined) return rest(incoming, outgoing)
    const page = publicPages.get(key)
    if (page) return answer(incoming, outgoing, page)
    publicPages.fill(key, incoming).then(
      (filled) => void (filled ? answer(incoming, outgoing, filled) : rest(incoming, outgoing)),
      () => void rest(incoming, outgoing),
    )
  })
  // A proxy in front keeps its connections longer than this; closing first would lose requests (quality R17).
  server.keepAliveTimeout = 65_000
  return server
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, page: CachedPage) {
  if (incoming.headers['if-none-match'] === page.etag) {
    outgoing.writeHead(304, { ETag: page.etag, Vary: page.headers['vary'] ?? '' })
    return outgoing.end()
  }
  const brotli = incoming.headers['accept-encoding']?.includes('br') ?? false
  const body = brotli ? page.brotli : page.identity
  outgoing.writeHead(page.status, {
    ...page.headers,
    ETag: page.etag,
    'Content-Length': body.byteLength,
    ...(brotli ? { 'Content-Encoding': 'br' } : {}),
  })
  return incoming.method === 'HEAD' ? outgoing.end() : outgoing.end(body)
}
