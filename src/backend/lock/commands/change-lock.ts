import type { AreaDeps } from '#backend/area.ts'
import { requireServed } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { findLocks, lockFrom } from '#backend/contract/locks.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import {
  decideLock,
  lockAt,
  unlocked,
  weakens,
  type LockCommand,
  type LockStep,
} from '#domain/lock/lock.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { LockKind } from '#vocabulary/lock.ts'
import { contractsWithLiftsDue, lockOf } from '../queries.ts'
import { locks } from '../steps.ts'

/**
 * One command of the member. The contract is locked first, so of two commands the second sees what the first changed.
 * @throws RefusalError LOCK_NOT_SET, LOCK_LIFTING, CONTRACT_ENDED, CONTRACT_NOT_ACTIVE, SECOND_FACTOR_REQUIRED for a shorter wait
 */
export async function changeLock(
  tx: Db,
  deps: StepDeps,
  who: By,
  request: {
    readonly kind: LockKind
    readonly command: LockCommand
    /** Of the member's login. */
    readonly hasSecondFactor: boolean
  },
): Promise<void> {
  const { kind, command, hasSecondFactor } = request
  const known = await loadContract(tx, who.contractId, { lock: true })
  if (command.type === 'set') requireServed(known.contract)
  const stored = lockOf(known, kind)
  if (weakens(stored, command, who.now) && !hasSecondFactor)
    throw new RefusalError('SECOND_FACTOR_REQUIRED')
  const step = requireOk(decideLock(stored, command, who.now))
  if (step !== undefined) await takeLockStep(tx, deps, who, step)
}

/** Takes the step from the state that applies now: a lift whose wait has passed counts as off before it is written down. */
async function takeLockStep(tx: Db, deps: StepDeps, who: By, { event, lock }: LockStep) {
  const { contractId, now } = who
  const { kind, waitHours, shorter, liftsAt } = lock
  const patch = {
    wait_hours: waitHours,
    shorter_wait_hours: shorter?.waitHours ?? null,
    shorter_from: shorter?.from ?? null,
    lifts_at: liftsAt ?? null,
  }
  const stored = (await findLocks(tx, contractId)).find((row) => row.kind === kind)
  if (stored === undefined) {
    const values = { contract_id: contractId, kind, ...patch }
    await takeFirstStep(tx, deps, who, locks, { values, step: event })
    return
  }
  const { state } = event === 'lifted' ? stored : lockAt(lockFrom(stored), now)
  await takeStep(tx, deps, who, locks, { row: { ...stored, state }, step: event, patch })
}

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
