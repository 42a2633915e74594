import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createBodyGate, type LargeBody } from './body-gate.ts'
import { plainRefusal } from './plain-answer.ts'
import type { RequestBounds } from './request-bounds.ts'
import type { ServerEnv } from './request-facts.ts'
import type { SecurityOrigins } from './security-headers.ts'
import { writeStored, type StoredAnswer } from './stored-answer.ts'

/** What anything here understands; the rest never gets further than this. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

export type Edge = {
  /** Our own, from PUBLIC_URL: what is passed on is asked of it, whatever proxies made of scheme and Host. */
  origin: string
  origins: SecurityOrigins
  bounds: RequestBounds
  /** Requests that may send more than others. */
  largeBodyOf?: (incoming: IncomingMessage) => LargeBody | undefined
}

/** Pages answered from a cache: undefined as a key means that this request is not one for it. */
export type StoredPages = {
  keyOf: (incoming: IncomingMessage) => string | undefined | Promise<string | undefined>
  get: (key: string) => StoredAnswer | undefined
  fill: (key: string) => Promise<StoredAnswer | undefined>
}

/** Files answered by their exact path. */
export type StoredFiles = {
  has: (path: string) => boolean
  get: (path: string) => Promise<StoredAnswer | undefined>
}

/** Answers what is its own and leaves the rest to `next`. */
export type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: () => void,
) => void

/** The outermost layer: a stored page or file is answered here, before anything else is set up. */
export function answerOn(
  server: Server,
  edge: Edge,
  app: Pick<Hono<ServerEnv>, 'fetch'>,
  publicPages: StoredPages,
  files: StoredFiles,
  development: Middleware | undefined,
): void {
  const listener = getRequestListener(app.fetch)

  function rest(incoming: IncomingMessage, outgoing: ServerResponse) {
    incoming.url = atOrigin(edge.origin, incoming.url ?? '/')
    return listener(incoming, outgoing)
  }
  const withBody = createBodyGate(
    edge.bounds,
    (incoming, outgoing, code) => {
      const asked = { path: pathOf(incoming), traceKey: randomUUID(), origins: edge.origins }
      const { status, headers, body } = plainRefusal(code, asked)
      outgoing
        .writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
        .end(body)
    },
    edge.largeBodyOf,
  )

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const key = publicPages.keyOf(incoming)
    if (typeof key !== 'object') answer(key, incoming, outgoing)
    else void key.then((known) => answer(known, incoming, outgoing))
  })

  function answer(key: string | undefined, incoming: IncomingMessage, outgoing: ServerResponse) {
    const page = key === undefined ? undefined : publicPages.get(key)
    if (page) writeStored(incoming, outgoing, page)
    else if (key !== undefined) answerWith(publicPages.fill(key), incoming, outgoing)
    else if (!methods.has(incoming.method ?? '')) refuseMethod(outgoing)
    else withBody(incoming, outgoing, () => answerOther(incoming, outgoing))
  }

  function answerOther(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (development) development(incoming, outgoing, () => answerFile(incoming, outgoing))
    else answerFile(incoming, outgoing)
  }

  function answerFile(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = pathOf(incoming)
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

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

function refuseMethod(outgoing: ServerResponse) {
  outgoing.writeHead(405, { Allow: [...methods].join(', '), 'Content-Length': 0 })
  outgoing.end()
}

/** The address that was asked for, in absolute form; without it the socket's `http:` and the Host header would count. */
function atOrigin(origin: string, target: string): string {
  return origin + target.replace(/^https?:\/\/[^/]*/i, '')
}
