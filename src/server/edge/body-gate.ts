import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestBounds } from './request-bounds.ts'

/**
 * Takes a request's body in, counting, before anything else is asked about the request. One that grows too large is
 * refused at the first byte too many, and what still comes of it is thrown away.
 */
export function createBodyGate(
  bounds: RequestBounds,
  refuse: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
) {
  return (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
    if (!hasBody(incoming)) return next()
    let parts: Buffer[] = []
    let bytes = 0

    const take = (part: Buffer) => {
      bytes += part.byteLength
      if (bytes > bounds.bodyBytes) turnAway()
      else parts.push(part)
    }
    const pass = () => {
      // Where the adapter to the web's Request looks for a body that was read before.
      Object.assign(incoming, { rawBody: Buffer.concat(parts) })
      next()
    }
    const turnAway = () => {
      parts = []
      incoming.off('data', take).off('end', pass).resume()
      // Node would hang up with the answer, and a sender that is still writing would never read it.
      outgoing.shouldKeepAlive = true
      refuse(incoming, outgoing)
      hangUpAfter(incoming, bounds.lingerMs)
    }

    if (Number(incoming.headers['content-length']) > bounds.bodyBytes) return turnAway()
    incoming.on('data', take).once('end', pass)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function hangUpAfter(incoming: IncomingMessage, lingerMs: number): void {
  const timer = setTimeout(() => incoming.socket.destroy(), lingerMs)
  incoming.once('close', () => clearTimeout(timer))
}
