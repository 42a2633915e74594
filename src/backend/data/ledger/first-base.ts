import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import { baseGrant } from '#domain/data/grant.ts'
import { monthOf, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { createPoolService } from './pool-service.ts'

export type FirstBase = {
  readonly contractId: string
  readonly planCode: PlanCode
  readonly startedOn: TokyoDate
}

/**
 * The base of the month that service begins in, in the transaction of the opening: what is left and how fast the line
 * is are true at once. The look at the calendar finds the ones where it was missed, by the same bucket.
 */
export function createFirstBase(deps: { queue: JobQueue }) {
  const pool = createPoolService(deps)
  return async (tx: Db, { contractId, planCode, startedOn }: FirstBase, now: Instant) => {
    const base = baseGrant(monthOf(startedOn), planCode, startedOn)
    if (base.grantedBytes > 0) await pool.grant(tx, contractId, base, now)
  }
}
