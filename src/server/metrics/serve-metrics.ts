import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` at a port of its own, which no proxy passes on: figures of the operation are not for visitors. */
export async function serveMetrics(
  metrics: Metrics,
  at: { port: number; host: string | undefined },
) {
  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url !== '/metrics')
      return void outgoing.writeHead(404).end()
    metrics.text().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => outgoing.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: at.port, host: at.host }, resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
