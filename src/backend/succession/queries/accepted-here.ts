import { findLivingContract } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import { DAYS_AFTER_STOP, DAYS_IN_VAIN, MOST_IN_VAIN } from '#domain/succession/steps.ts'
import { openSuccessions } from '#domain/succession/succession-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { SuccessionWish } from '#vocabulary/succession.ts'
import type { SuccessionRow } from '../rows/successions.ts'

const cameToNothing = ['withdrawn', 'rejected', 'stopped', 'lapsed']

/**
 * Accepts one more succession to this contract only while few have come to nothing lately: a report takes a minute to make
 * and frightens the holder.
 * @throws RefusalError SUCCESSION_UNDER_WAY, SUCCESSION_AT_DESK, SUCCESSION_NOT_FOUND
 */
export async function requireAcceptedHere(db: Db, contractId: string, now: Instant) {
  const contract = await db
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '=', contractId)
    .where('status', 'in', [...served])
    .executeTakeFirst()
  if (contract === undefined) throw new RefusalError('SUCCESSION_NOT_FOUND')
  const rows = await db
    .selectFrom('succession')
    .select(['state', 'closed_at'])
    .where('contract_id', '=', contractId)
    .where('state', 'in', [...openSuccessions, ...cameToNothing])
    .execute()
  if (rows.some(({ closed_at: at }) => at === null)) throw new RefusalError('SUCCESSION_UNDER_WAY')
  const since = (days: number) => now.subtract({ hours: 24 * days })
  const isAfter = (at: Instant | null, from: Instant) => at !== null && !isBefore(at, from)
  const wasStopped = rows.some(
    ({ state, closed_at: at }) => state === 'stopped' && isAfter(at, since(DAYS_AFTER_STOP)),
  )
  const lately = rows.filter(({ closed_at: at }) => isAfter(at, since(DAYS_IN_VAIN)))
  if (wasStopped || lately.length >= MOST_IN_VAIN) throw new RefusalError('SUCCESSION_AT_DESK')
}

/** One person has one contract; a member may still end the contract of another. @throws RefusalError HEIR_HAS_CONTRACT */
export async function requireFree(db: Db, accountId: string, wish: SuccessionWish) {
  if (wish === 'take_over' && (await findLivingContract(db, accountId)) !== undefined)
    throw new RefusalError('HEIR_HAS_CONTRACT')
}

/** @throws RefusalError HEIR_HAS_CONTRACT, IDENTITY_NOT_DONE */
export async function requireReady(db: Db, row: SuccessionRow) {
  await requireFree(db, row.account_id, row.wish)
  const { state } = await checkOfOrder(db, row.account_id, row.identity_ref)
  if (state !== 'matched') throw new RefusalError('IDENTITY_NOT_DONE')
}
