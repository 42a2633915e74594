import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '#protocol/errors.ts'
import type { RequestBounds } from './request-bounds.ts'

/** A request that may send more than others: how much, and how it is refused beyond that. */
export type LargeBody = { readonly bytes: number; readonly code: ErrorCode }

type Refuse = (incoming: IncomingMessage, outgoing: ServerResponse, code: ErrorCode) => void

/**
 * Takes a request's body in, counting, before anything else is asked about the request. One that grows too large is
 * refused at the first byte too many, and what still comes of it is thrown away. Of large bodies only so many are held
 * at the same time.
 */
export function createBodyGate(
  bounds: RequestBounds,
  refuse: Refuse,
  largeBodyOf: (incoming: IncomingMessage) => LargeBody | undefined = () => undefined,
) {
  let largeAtOnce = 0

  return (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
    if (!hasBody(incoming)) return next()
    const large = largeBodyOf(incoming)
    const most = large?.bytes ?? bounds.bodyBytes
    let parts: Buffer[] = []
    let bytes = 0

    const take = (part: Buffer) => {
      bytes += part.byteLength
      if (bytes > most) refuseEarly(large?.code ?? 'BODY_TOO_LARGE')
      else parts.push(part)
    }
    const pass = () => {
      // Where the adapter to the web's Request looks for a body that was read before.
      Object.assign(incoming, { rawBody: Buffer.concat(parts) })
      parts = []
      next()
    }
    const refuseEarly = (code: ErrorCode) => {
      parts = []
      incoming.off('data', take).off('end', pass).resume()
      // Node would hang up with the answer, and a sender that is still writing would never read it.
      outgoing.shouldKeepAlive = true
      refuse(incoming, outgoing, code)
      hangUpAfter(incoming, bounds.lingerMs)
    }

    if (Number(incoming.headers['content-length']) > most)
      return refuseEarly(large?.code ?? 'BODY_TOO_LARGE')
    if (large !== undefined) {
      if (largeAtOnce >= bounds.largeAtOnce) return refuseEarly('PHOTOGRAPHS_BUSY')
      largeAtOnce += 1
      outgoing.once('close', () => {
        largeAtOnce -= 1
      })
    }
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
