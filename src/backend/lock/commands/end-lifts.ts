import type { AreaDeps } from '#backend/area.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { lockAt, unlocked } from '#domain/lock/lock.ts'
import type { Instant } from '#domain/tokyo.ts'
import { contractsWithLiftsDue } from '../queries.ts'
import { takeLockStep } from './change-lock.ts'

type Deps = Pick<AreaDeps, 'database' | 'outbox'>

/** Writes down the lifts whose wait has passed, and notifies the member. The rules do not wait for it: they read `lockAt`. */
export async function endLifts(deps: Deps, now: Instant): Promise<void> {
  const { db } = deps.database
  for (const contractId of await contractsWithLiftsDue(db, now))
    await db.transaction().execute((tx) => endLiftsOf(tx, deps, contractId, now))
}

async function endLiftsOf(tx: Db, deps: Deps, contractId: string, now: Instant) {
  const { facts } = await loadContract(tx, contractId, { lock: true })
  const lifted = (facts.locks ?? []).filter(
    (lock) => lock.state === 'lifting' && lockAt(lock, now).state === 'off',
  )
  for (const { kind } of lifted) {
    const step = { event: 'lifted', lock: unlocked(kind) } as const
    await takeLockStep(tx, deps, { actor: 'system', contractId, now }, step)
  }
}
