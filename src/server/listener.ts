import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { PublicPages } from './public-pages.ts'
import type { ServerEnv } from './request-facts.ts'
import type { StaticFiles } from './static-files.ts'
import { writeStored, type StoredAnswer } from './stored-answer.ts'
import type { WebBuild } from './web-build.ts'

/** What anything here understands; the rest never gets further than this. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/**
 * The outermost layer: a stored page or file is answered here, before anything else is set up.
 * @param origin Our own, from PUBLIC_URL: what is passed on is asked of it, whatever proxies made of scheme and Host.
 */
export function answerOn(
  server: Server,
  origin: string,
  app: Hono<ServerEnv>,
  publicPages: PublicPages,
  files: StaticFiles,
  development: WebBuild['middleware'],
): void {
  const listener = getRequestListener(app.fetch)

  function rest(incoming: IncomingMessage, outgoing: ServerResponse) {
    incoming.url = atOrigin(origin, incoming.url ?? '/')
    return listener(incoming, outgoing)
  }

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const key = publicPages.keyOf(incoming)
    const page = key === undefined ? undefined : publicPages.get(key)
    if (page) writeStored(incoming, outgoing, page)
    else if (key !== undefined) answerWith(publicPages.fill(key), incoming, outgoing)
    else if (!methods.has(incoming.method ?? '')) refuseMethod(outgoing)
    else if (development) development(incoming, outgoing, () => answerFile(incoming, outgoing))
    else answerFile(incoming, outgoing)
  })

  function answerFile(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url?.split('?', 1)[0] ?? '/'
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    if (isRead && files.has(path)) answerWith(files.get(path), incoming, outgoing)
    else void rest(incoming, outgoing)
  }

  /** What cannot be stored is rendered for this one request. */
  function answerWith(
    storing: Promise<StoredAnswer | undefined>,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    storing.then(
      (stored) =>
        stored ? writeStored(incoming, outgoing, stored) : void rest(incoming, outgoing),
      () => void rest(incoming, outgoing),
    )
  }

  // A proxy in front keeps its connections longer than this; closing first would lose requests (quality R17).
  server.keepAliveTimeout = 65_000
}

function refuseMethod(outgoing: ServerResponse) {
  outgoing.writeHead(405, { Allow: [...methods].join(', '), 'Content-Length': 0 })
  outgoing.end()
}

/** The address that was asked for, in absolute form; without it the socket's `http:` and the Host header would count. */
function atOrigin(origin: string, target: string): string {
  return origin + target.replace(/^https?:\/\/[^/]*/i, '')
}
