import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import { DAYS_AFTER_STOP, DAYS_IN_VAIN, MOST_IN_VAIN } from '#domain/succession/steps.ts'
import { openSuccessions } from '#domain/succession/succession-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'

const inVain = ['withdrawn', 'rejected', 'stopped', 'lapsed']

/**
 * Whether one more succession to this contract is taken, whoever asks: a report is made in a minute, and each is a fright.
 * @throws RefusalError SUCCESSION_UNDER_WAY, SUCCESSION_AT_DESK, SUCCESSION_NOT_FOUND
 */
export async function requireTakenHere(db: Db, contractId: string, now: Instant) {
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
    .where('state', 'in', [...openSuccessions, ...inVain])
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
