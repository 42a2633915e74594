import { z } from 'zod'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { instant, opaqueId, text } from '#protocol/primitives.ts'
import { page } from '#protocol/procedure.ts'
import { staffRole } from './staff.ts'

const entry = z.object({
  at: instant,
  actor: z.enum(['member', 'staff', 'system', 'carrier']),
  /** Of staff: who, by which role, and the case. */
  staffId: opaqueId.optional(),
  staffName: z.string().optional(),
  role: staffRole.optional(),
  caseNo: z.string().optional(),
  /** What happened, past tense, as the code says it: `grant-opened`. */
  action: z.string(),
  /** Whose audit it stands in: a contract, an account, or `staff:…`. */
  chain: z.string(),
  target: z.string(),
  /** Of a refusal: which act was refused, and why. */
  act: z.string().optional(),
  code: z.string().optional(),
})

/** A contract's, an account's, or one person's of the staff. */
const chain = text(60)

export const consoleAuditApi = {
  consoleAuditSearchPost: staffEndpoint('POST', '/api/console/audit/search', {
    act: 'audit.search',
    summary: '監査の記録をさがす',
    body: z.object({
      staffId: opaqueId.optional(),
      caseNo: text(20).optional(),
      chain: chain.optional(),
      from: instant.optional(),
      until: instant.optional(),
      cursor: z.string().max(500).optional(),
    }),
    errors: ['AUDIT_SEARCH_EMPTY'],
    result: z.object(page(entry)),
  }),
  consoleAuditVerifyGet: staffEndpoint('GET', '/api/console/audit/verify', {
    act: 'audit.verify',
    summary: '監査の記録を検証する',
    query: z.object({ chain: chain.optional() }),
    result: z.object({
      /** Of the chain that was asked about: the first entry that is not as it was written. */
      chain: z.object({ entries: z.int(), brokenAt: z.int().optional() }).optional(),
      seals: z.object({
        count: z.int(),
        unposted: z.int(),
        lastAt: instant.optional(),
        store: z.enum(['compared', 'noAnswer', 'unset']),
        faults: z.array(z.object({ seal: z.string(), what: z.string(), found: z.string() })),
      }),
    }),
  }),
} satisfies Api
