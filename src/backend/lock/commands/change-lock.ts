import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { decideLock, weakens, type LockCommand, type LockStep } from '#domain/lock/lock.ts'
import type { LockKind } from '#vocabulary/lock.ts'
import { lockMessage } from '../messages.ts'
import { lockOf } from '../queries.ts'
import { saveLock } from '../rows.ts'

type Deps = { readonly commit: Commit }

/**
 * One command of the member. The contract is locked first, so of two commands the second sees what the first changed.
 * @throws RefusalError LOCK_NOT_SET, LOCK_LIFTING, CONTRACT_ENDED, CONTRACT_NOT_ACTIVE, SECOND_FACTOR_REQUIRED for a shorter wait
 */
export async function changeLock(
  tx: Db,
  deps: Deps,
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
  if (command.type === 'set') requireInService(known)
  const stored = lockOf(known, kind)
  if (weakens(stored, command, who.now) && !hasSecondFactor)
    throw new RefusalError('SECOND_FACTOR_REQUIRED')
  const step = requireOk(decideLock(stored, command, who.now))
  if (step !== undefined) await takeLockStep(tx, deps, who, step)
}

/** @throws RefusalError CONTRACT_ENDED, CONTRACT_NOT_ACTIVE: a lock can be set while there is something to lock. */
function requireInService({ contract: { status } }: LoadedContract) {
  if (['active', 'suspended', 'cancel_reserved'].includes(status)) return
  const isOver = contractStates.isState(status) && contractStates.isTerminal(status)
  throw new RefusalError(isOver ? 'CONTRACT_ENDED' : 'CONTRACT_NOT_ACTIVE')
}

/** Saves the lock as the step leaves it, with audit and message. */
export async function takeLockStep(tx: Db, { commit }: Deps, who: By, step: LockStep) {
  const { contractId, now } = who
  const { kind, state, waitHours } = step.lock
  const version = await saveLock(tx, contractId, step.lock, now)
  await commit.change(tx, who, {
    action: `lock-${step.event.replaceAll('_', '-')}`,
    target: contractId,
    details: { kind, state, waitHours, version },
    message: (accountId) => lockMessage({ accountId, contractId }, step, version),
  })
}
