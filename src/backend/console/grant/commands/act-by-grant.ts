import type { OpenGrant } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { factsOf } from '../queries/facts.ts'
import { lockGrant, prolong, toOpenGrant, type Reading } from '../rows/grants.ts'

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
