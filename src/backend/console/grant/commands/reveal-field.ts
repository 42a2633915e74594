import type { AreaDeps } from '#backend/area.ts'
import { findLine } from '#backend/contract/contracts.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import { revealsContact, revealsIdentity } from '#domain/console/grant-parts.ts'
import type { CaseReason } from '#vocabulary/console.ts'
import { identityFields, type IdentityField, type RevealField } from '#vocabulary/console-record.ts'
import { factsOf } from '../queries/facts.ts'
import { actingBy, lockGrant, prolong, type GrantRow, type Reading } from '../rows/grants.ts'
import { noteRead } from '../rows/reads.ts'

type Asked = {
  readonly field: RevealField
  readonly lineId?: string | undefined
  readonly reason: CaseReason
}

const isOfIdentity = (field: RevealField): field is IdentityField =>
  Object.hasOwn(identityFields, field)

/**
 * Shows one field in full. It is written into the member's chain first and unsealed after; both are committed before the
 * answer leaves.
 * @throws RefusalError GRANT_OVER, PART_NOT_SHOWN, NOT_FOUND for a line of another
 */
export async function revealField(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  reading: Reading,
  { field, lineId, reason }: Asked,
): Promise<{ value: string }> {
  const { now } = reading
  const row = await prolong(tx, await lockGrant(tx, reading), now)
  const facts = await factsOf(tx, row, now)
  const mayShow = isOfIdentity(field) ? revealsIdentity(facts) : revealsContact(facts)
  if (!mayShow) throw new RefusalError('PART_NOT_SHOWN')
  await noteRead(tx, row, { kind: 'field', what: field, lineId }, now)
  await recordNote(tx, actingBy(row, reading), {
    action: 'field-shown',
    target: lineId ?? row.grant_id,
    details: { field, reason },
  })
  return { value: await openField(tx, sealing, row, { field, lineId }) }
}

async function openField(
  tx: Db,
  sealing: Sealing,
  { account_id: accountId, contract_id: contractId }: GrantRow,
  { field, lineId }: Pick<Asked, 'field' | 'lineId'>,
): Promise<string> {
  if (field === 'number') {
    if (contractId === null || lineId === undefined) throw notFound()
    return openNumber(await findLine(tx, contractId, lineId), sealing)
  }
  const holder = await readHolder(tx, sealing, accountId)
  if (field === 'phone') return holder.phone ?? ''
  if (field === 'mail') return holder.email
  if (field === 'address') return holder.address ?? ''
  // What a document says holds; the profile is the member's own word.
  const verified = await readVerifiedIdentity(tx, sealing, accountId)
  return verified?.[field] ?? holder[field] ?? ''
}
