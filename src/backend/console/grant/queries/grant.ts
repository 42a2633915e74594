import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { revealsContact, revealsIdentity, shownOf } from '#domain/console/grant-parts.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { grantApi } from '#protocol/console/grant.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { recordParts } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { GrantRow } from '../rows/grants.ts'
import { factsOf } from './facts.ts'
import type { ProofRow } from '#backend/telephone/public.ts'

export type WireGrant = Answer<typeof grantApi.consoleGrantGet>

/** The strip above a record: what is open, why, until when, and what it shows. */
export async function toWireGrant(
  db: Db,
  sealing: Sealing,
  row: GrantRow,
  now: Instant,
): Promise<WireGrant> {
  const facts = await factsOf(db, row, now)
  const isNamed = shownOf(facts, 'summary') !== 'nothing'
  return {
    grant: row.grant_id,
    state: row.state,
    ticketNo: row.ticket_no,
    reason: row.reason,
    ...(row.about !== null && { about: row.about }),
    accountId: row.account_id,
    ...(row.contract_id !== null && { contractId: row.contract_id }),
    ...(isNamed && { name: (await readHolder(db, sealing, row.account_id)).name }),
    openedAt: formatRfc3339(row.opened_at),
    endsAt: formatRfc3339(row.ended_at ?? row.ends_at),
    proof: facts.proof,
    parts: namesOf(recordParts).flatMap((part) => {
      const shown = shownOf(facts, part)
      return shown === 'nothing' ? [] : [{ part, subjectsOnly: shown === 'subjects' }]
    }),
    reveals: { contact: revealsContact(facts), identity: revealsIdentity(facts) },
  }
}

/** Of how a caller was proved; never the code. */
export const toWireProof = (row: ProofRow) => ({
  purpose: row.purpose,
  way: row.way,
  state: row.state,
  begunAt: formatRfc3339(row.begun_at),
  ...(row.ended_at !== null && { endedAt: formatRfc3339(row.ended_at) }),
})
