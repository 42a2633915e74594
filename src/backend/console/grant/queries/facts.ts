import { openedByLaw } from '#backend/console/approval/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { OpenGrant } from '#backend/caller.ts'
import { getRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { shownOf, type GrantFacts, type Shown } from '#domain/console/grant-parts.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { RecordPart } from '#vocabulary/console.ts'
import type { ProofStrength, SecretPart } from '#vocabulary/console-record.ts'
import type { GrantRow } from '../rows/grants.ts'
import { proofsOfGrant, type ProofRow } from '#backend/telephone/public.ts'

/** What the rules are asked by: why it was opened, and what the caller has proved by it. */
export async function factsOf(db: Db, row: GrantRow, now: Instant): Promise<GrantFacts> {
  const proved = (await proofsOfGrant(db, row.account_id, row.grant_id)).filter(
    ({ state }) => state === 'proved',
  )
  return {
    reason: row.reason,
    about: row.about,
    proof: strengthOf(proved),
    codes: proved.flatMap(({ purpose }) => secretOf(purpose)),
    byLaw: row.reason === 'legal' ? await openedByLaw(db, row.ticket_no, now) : [],
  }
}

/** A code only the member can have had; answers may be known to others. */
function strengthOf(proved: readonly ProofRow[]): ProofStrength {
  if (proved.some(({ way }) => way !== 'answers')) return 'strong'
  return proved.length > 0 ? 'weak' : 'none'
}

const secretOf = (purpose: ProofRow['purpose']): SecretPart[] =>
  purpose === 'caller' ? [] : [purpose]

/** How a part is shown by a grant that is open. */
export async function shownBy(
  db: Db,
  { grantId }: OpenGrant,
  part: RecordPart,
  now: Instant,
): Promise<Shown> {
  const row = await getRow(db, 'access_grant', { grant_id: grantId })
  return shownOf(await factsOf(db, row, now), part)
}

/** Of who called: at least the answers. What did not come by a call needs none. @throws RefusalError CALLER_NOT_PROVED */
export async function requireSomeProof(db: Db, row: GrantRow, now: Instant): Promise<void> {
  if (row.reason !== 'contact') return
  const { proof } = await factsOf(db, row, now)
  if (proof === 'none') throw new RefusalError('CALLER_NOT_PROVED')
}
