import type { Server } from 'node:http'
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'

/** How long answers that are under way may take once nothing new is accepted. */
const LAST_ANSWERS_MS = 4000
const CHECK_EVERY_MS = 50
/** Where connections come without a pause the listener closes all the same. */
const LAST_CONNECTIONS_MS = 1000

/**
 * Ends a server without failing a request (quality R17). A connection that is closed while its client sends is a failed
 * request, so every answer first says that its connection ends with it: for `drainMs` the server still takes whatever
 * comes, while clients and proxies go elsewhere. Then it listens no more, finishes what was begun, and closes.
 */
export function createGracefulEnd(server: Server, drainMs: number) {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })

  /** What the system has accepted and we have not is reset with the listener: a round of the loop without any comes first. */
  async function acceptWhatWaits() {
    const limitMs = performance.now() + LAST_CONNECTIONS_MS
    for (let before = -1; before !== accepted && performance.now() < limitMs;) {
      before = accepted
      await nextRound()
    }
  }

  return async (waitMs = drainMs) => {
    // Only now: a second listener costs every request before it.
    server.prependListener('request', (_, outgoing) => outgoing.setHeader('Connection', 'close'))
    if (waitMs > 0) await pause(waitMs)
    await acceptWhatWaits()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Those whose answer began before the end was asked for were not told, and would be kept for more.
    const timer = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS)
    const enough = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
    await closed
    clearInterval(timer)
    clearTimeout(enough)
  }
}
