import { z } from 'zod'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { PAGE_WAIT_MS, callOutside, type OutsideOptions } from './outside-call.ts'

const begun = z.object({ sessionId: z.string(), url: z.url(), expiresAt: z.string() })

const reading = z.object({
  sessionId: z.string(),
  orderId: z.string(),
  state: z.enum(['waiting', 'reading', 'matched', 'mismatch', 'unreadable', 'expired']),
  verifiedOn: z.iso.date().nullable(),
  failure: z.array(z.string()).nullable(),
})

/** Speaks docs/outside-systems.md section 4 over HTTP. */
export function createIdentity(given: OutsideOptions): IdentityPort {
  const options = { timeoutMs: PAGE_WAIT_MS, ...given }
  return {
    begin: (body) =>
      callOutside(options, { method: 'POST', path: '/sessions', body }, async (answer) =>
        begun.parse(await answer.json()),
      ),
    find: (sessionId) =>
      callOutside(
        options,
        { method: 'GET', path: `/sessions/${encodeURIComponent(sessionId)}` },
        async (answer) => reading.parse(await answer.json()),
      ),
  }
}
