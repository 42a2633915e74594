import { createServer } from 'node:http'
import { listenAt } from '#process/listen-at.ts'
import type { Metrics } from './metrics.ts'

export type MetricsPort = NonNullable<Awaited<ReturnType<typeof openMetricsPort>>>

/**
 * Answers `GET /metrics` at a port of its own, which no proxy passes on: figures of the operation are not for visitors.
 * It listens from the start, so that a taken port ends the start; who asks before there is anything to show waits for it.
 * @throws StartRefusal for a port that cannot be had.
 */
export async function openMetricsPort(
  config: { METRICS_PORT?: number | undefined; HOST?: string | undefined } | undefined,
) {
  if (config?.METRICS_PORT === undefined) return undefined
  const { promise: shown, resolve: show } = Promise.withResolvers<Metrics>()
  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url !== '/metrics')
      return void outgoing.writeHead(404).end()
    const answer = async (metrics: Metrics) => {
      const text = await metrics.text()
      outgoing.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
    }
    shown.then(answer).catch(() => outgoing.writeHead(500).end())
  })
  await listenAt(server, {
    variable: 'METRICS_PORT',
    port: config.METRICS_PORT,
    host: config.HOST,
  })
  return {
    show,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
