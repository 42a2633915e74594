import { z } from 'zod'
import type { IdentityPort } from '#backend/ports/identity.ts'
import { tokyoDate } from '#protocol/primitives.ts'
import { identityDocuments, type IdentityMethod } from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { PAGE_WAIT_MS, callOutside, type OutsideOptions } from './outside-call.ts'

const begun = z.object({ sessionId: z.string(), url: z.url(), expiresAt: z.string() })

const methodOf = {
  certificate: 'certificate',
  'chip-and-face': 'chip_and_face',
  'ic-chip': 'ic_chip',
} as const satisfies Record<string, IdentityMethod>

/** A document that is not said whole, or is none we know, is none: the check goes to staff. */
const document = z
  .object({
    kind: z.enum(namesOf(identityDocuments)),
    reference: z.string().trim().min(1).max(100),
  })
  .optional()
  .catch(undefined)
const method = z.enum(namesOf(methodOf)).optional().catch(undefined)

/** What the reader says of a session, asked for or reported. */
export const readingSchema = z
  .object({
    sessionId: z.string().min(1).max(200),
    state: z.enum(['waiting', 'reading', 'matched', 'mismatch', 'unreadable', 'expired']),
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
        begun.parse(await answer.json()),
      ),
    find: (sessionId) =>
      callOutside(
        options,
        { method: 'GET', path: `/sessions/${encodeURIComponent(sessionId)}` },
        async (answer) => readingSchema.parse(await answer.json()),
      ),
  }
}
