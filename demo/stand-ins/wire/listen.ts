import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** A stand-in that answers at `url` until it is closed. */
export type RunningServer = { url: string; close(): Promise<void> }

export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** What every stand-in is started with; see docs/outside-systems.md. */
export type ServerOptions = {
  port: number
  host?: string
  dataFile: string
  now: () => Temporal.Instant
  log?: (line: string) => void
  /** Where it would stay silent it ends the connection: to the caller the same, without the wait. */
  hangsUp?: boolean
}

/**
 * Listens first and builds then, because an issuer or a callback needs the final address.
 * Rejects with the system's error when the port is taken.
 */
export async function listen(
  options: Pick<ServerOptions, 'port' | 'host'>,
  build: (url: string) => RequestHandler,
  afterClose: () => void,
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1'
  let handle: RequestHandler | undefined
  const server = createServer((incoming, outgoing) => handle?.(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      afterClose()
      reject(error)
    })
    server.listen(options.port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : options.port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  handle = build(url)
  return {
    url,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      afterClose()
    },
  }
}

export function toRequestHandler(app: Hono): RequestHandler {
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
