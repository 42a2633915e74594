import { createServer } from 'node:http'
import { Hono } from 'hono'
import { answerOn } from '#server/edge/listener.ts'
import { requestBounds, serverOptionsOf } from '#server/edge/request-bounds.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { noOrigins } from '../no-origins.ts'

/** The listener in a process of its own, before an application that reads whatever reaches it; says its port, then its highest memory. */
const app = new Hono<ServerEnv>().all('*', async (c) => c.text((await c.req.text()).slice(0, 1)))
const server = createServer(serverOptionsOf(requestBounds))
answerOn(
  server,
  {
    origin: 'http://localhost',
    origins: noOrigins,
    bounds: requestBounds,
  },
  app,
  { keyOf: () => undefined, get: () => undefined, fill: async () => undefined },
  { has: () => false, get: () => Promise.reject(new Error('no file')) },
  undefined,
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
process.on('message', () => void process.send?.(process.resourceUsage().maxRSS * 1024))
