import { z } from 'zod'
import { documentKind, readingMethod, readingState, sessionBegun } from '#outside/identity.ts'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { tokyoDate } from '#protocol/primitives.ts'
import type { IdentityMethod } from '#vocabulary/identity.ts'
import { PAGE_WAIT_MS, callOutside, requireOwn, type OutsideOptions } from './outside-call.ts'

const begun = sessionBegun.pick({ sessionId: true, orderId: true, url: true, expiresAt: true })

const methodOf = {
  certificate: 'certificate',
  'chip-and-face': 'chip_and_face',
  'ic-chip': 'ic_chip',
} as const satisfies Record<z.output<typeof readingMethod>, IdentityMethod>

/** A document that is not said whole, or is none we know, is none: the check goes to staff. */
const document = z
  .object({
    kind: documentKind,
    reference: z.string().trim().min(1).max(100),
  })
  .optional()
  .catch(undefined)
const method = readingMethod.optional().catch(undefined)

/** What the reader says of a session, asked for or reported. */
export const readingSchema = z
  .object({
    sessionId: z.string().min(1).max(200),
    state: readingState,
    verifiedOn: tokyoDate.nullable(),
    failure: z.array(z.string().max(200)).nullable(),
    method,
    document,
  })
  .transform(({ method: how, document: shown, ...rest }) => ({
    ...rest,
    evidence:
      how && shown
        ? { method: methodOf[how], document: shown.kind, reference: shown.reference }
        : undefined,
  }))

/** Speaks docs/outside-systems.md section 4 over HTTP. */
export function createIdentity(given: OutsideOptions): IdentityPort {
  const options = { timeoutMs: PAGE_WAIT_MS, ...given }
  return {
    begin: (body) =>
      callOutside(options, { method: 'POST', path: '/sessions', body }, async (answer) =>
        requireOwn(begun.parse(await answer.json()), { orderId: body.orderId }),
      ),
    find: (sessionId) =>
      callOutside(
        options,
        { method: 'GET', path: `/sessions/${encodeURIComponent(sessionId)}` },
        async (answer) => requireOwn(readingSchema.parse(await answer.json()), { sessionId }),
      ),
  }
}
