import type { OpenGrant } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { shownOf } from '#domain/console/grant-parts.ts'
import type { RecordPart } from '#vocabulary/console.ts'
import { factsOf } from '../queries/facts.ts'
import { actingBy, lockGrant, prolong, type Reading, toOpenGrant } from '../rows/grants.ts'
import { noteRead } from '../rows/reads.ts'

/**
 * Before a part of a member's record is read: the grant is asked, prolonged, and the reading is written into the member's
 * chain, once for each part of a grant. Runs in a transaction that is committed before the data is read: what cannot be
 * written down is not shown.
 * @throws RefusalError GRANT_OVER, PART_NOT_SHOWN
 */
export async function openPart(
  tx: Db,
  { part, ...reading }: Reading & { readonly part: RecordPart },
): Promise<OpenGrant> {
  const row = await lockGrant(tx, reading)
  if (shownOf(await factsOf(tx, row, reading.now), part) === 'nothing')
    throw new RefusalError('PART_NOT_SHOWN')
  await prolong(tx, row, reading.now)
  if (await noteRead(tx, row, { kind: 'part', what: part }, reading.now))
    await recordNote(tx, actingBy(row, reading), {
      action: 'record-read',
      target: row.grant_id,
      details: { part },
    })
  return toOpenGrant(row)
}

/**
 * Before staff change something on behalf, in the transaction of the change: the grant is theirs and still open, and held
 * until the end of it; the member has called and is proved by a code.
 * @throws RefusalError GRANT_OVER, CALLER_NOT_PROVED
 */
export async function actByGrant(tx: Db, acting: Reading): Promise<OpenGrant> {
  const row = await lockGrant(tx, acting)
  const { reason, proof } = await factsOf(tx, row, acting.now)
  if (reason !== 'contact' || proof !== 'strong') throw new RefusalError('CALLER_NOT_PROVED')
  return toOpenGrant(await prolong(tx, row, acting.now))
}
