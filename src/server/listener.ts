import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerEnv } from './request-facts.ts'
import type { CachedPage } from './page-cache.ts'
import type { PublicPages } from './public-pages.ts'
import type { WebBuild } from './web-build.ts'

/** The outermost layer: a public page that is in the cache is answered here, before anything else is set up. */
export function createListener(
  app: Hono<ServerEnv>,
  publicPages: PublicPages,
  development: WebBuild['middleware'],
): Server {
  const rest = getRequestListener(app.fetch)
  const render = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const toApp = () => void rest(incoming, outgoing)
    if (development) development(incoming, outgoing, toApp)
    else toApp()
  }
  const server = createServer((incoming, outgoing) => {
    const key = publicPages.keyOf(incoming)
    const page = key === undefined ? undefined : publicPages.get(key)
    if (page) answer(incoming, outgoing, page)
    else if (key === undefined) render(incoming, outgoing)
    else
      publicPages.fill(key, incoming).then(
        (filled) => (filled ? answer(incoming, outgoing, filled) : void render(incoming, outgoing)),
        () => render(incoming, outgoing),
      )
  })
  // A proxy in front keeps its connections longer than this; closing first would lose requests (quality R17).
  server.keepAliveTimeout = 65_000
  return server
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, page: CachedPage): void {
  if (incoming.headers['if-none-match'] === page.etag) {
    outgoing.writeHead(304, { ETag: page.etag, Vary: page.headers['vary'] ?? '' })
    outgoing.end()
    return
  }
  const brotli = incoming.headers['accept-encoding']?.includes('br') ?? false
  const body = brotli ? page.brotli : page.identity
  outgoing.writeHead(page.status, {
    ...page.headers,
    ETag: page.etag,
    'Content-Length': body.byteLength,
    ...(brotli ? { 'Content-Encoding': 'br' } : {}),
  })
  if (incoming.method === 'HEAD') outgoing.end()
  else outgoing.end(body)
}
