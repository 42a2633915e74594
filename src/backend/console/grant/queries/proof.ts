import { formatRfc3339 } from '#domain/tokyo.ts'
import type { ProofRow } from '#backend/telephone/public.ts'

/** Of how a caller was proved; never the code. */
export const toWireProof = (row: ProofRow) => ({
  purpose: row.purpose,
  way: row.way,
  state: row.state,
  begunAt: formatRfc3339(row.begun_at),
  ...(row.ended_at !== null && { endedAt: formatRfc3339(row.ended_at) }),
})
