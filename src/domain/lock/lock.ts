import { waitingLocks, type LockKind, type LockWait } from '#vocabulary/lock.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { isBefore, type Instant } from '../tokyo.ts'
import { lockStates, type LockEvent, type LockState } from './lock-states.ts'

export type Lock = {
  readonly kind: LockKind
  readonly state: LockState
  /** Hours a lift waits. */
  readonly waitHours: LockWait
  /** A shorter wait that the member requested: it applies once the longer one has passed. */
  readonly shorter?: { readonly waitHours: LockWait; readonly from: Instant } | undefined
  /** While lifting: from when on it no longer locks, whether or not a job has said so. */
  readonly liftsAt?: Instant | undefined
}

export type LockCommand =
  | { readonly type: 'set'; readonly waitHours: LockWait }
  | { readonly type: 'lift' }
  | { readonly type: 'stop' }
  | { readonly type: 'wait'; readonly waitHours: LockWait }

export type LockStep = { readonly event: LockEvent | 'wait_changed'; readonly lock: Lock }

export const unlocked = (kind: LockKind): Lock => ({ kind, state: 'off', waitHours: 0 })

/** The lock as it applies at a moment: a lift whose wait has passed is over, a shorter wait whose time has come applies. */
export function lockAt(lock: Lock, now: Instant): Lock {
  const { kind, shorter, liftsAt } = lock
  if (lock.state === 'lifting' && liftsAt !== undefined && !isBefore(now, liftsAt))
    return unlocked(kind)
  if (shorter !== undefined && !isBefore(now, shorter.from))
    return { ...lock, waitHours: shorter.waitHours, shorter: undefined }
  return lock
}

/**
 * Setting and strengthening take effect at once. Lifting waits as long as the member chose, and a shorter wait applies
 * once the longer one has passed. Repeating a command changes nothing and does not restart the clock.
 */
export function decideLock(
  stored: Lock,
  command: LockCommand,
  now: Instant,
): Outcome<LockStep | undefined, 'WRONG_STATE' | 'LOCK_NOT_SET' | 'LOCK_LIFTING'> {
  const lock = lockAt(stored, now)
  switch (command.type) {
    case 'set': {
      if (lock.state === 'on') return ok(undefined)
      if (lock.state === 'lifting') return refused('LOCK_LIFTING', { freeFrom: lock.liftsAt })
      const waitHours = waitingLocks.includes(lock.kind) ? command.waitHours : 0
      return step(lock, 'set', { kind: lock.kind, waitHours })
    }
    case 'lift':
      if (lock.state === 'lifting') return ok(undefined)
      if (lock.state === 'off') return refused('LOCK_NOT_SET')
      return lock.waitHours === 0
        ? step(lock, 'lifted', { kind: lock.kind, waitHours: 0 })
        : step(lock, 'lift_asked', { ...lock, liftsAt: now.add({ hours: lock.waitHours }) })
    case 'stop':
      if (lock.state === 'on') return ok(undefined)
      if (lock.state === 'off') return refused('LOCK_NOT_SET')
      return step(lock, 'lift_stopped', { ...lock, liftsAt: undefined })
    case 'wait':
      return changeWait(lock, command.waitHours, now)
  }
}

function changeWait(lock: Lock, waitHours: LockWait, now: Instant) {
  if (lock.state === 'lifting') return refused('LOCK_LIFTING', { freeFrom: lock.liftsAt })
  if (lock.state === 'off' || !waitingLocks.includes(lock.kind)) return refused('LOCK_NOT_SET')
  const change = (changed: Lock) => ok({ event: 'wait_changed' as const, lock: changed })
  if (waitHours >= lock.waitHours)
    return waitHours === lock.waitHours && lock.shorter === undefined
      ? ok(undefined)
      : change({ ...lock, waitHours, shorter: undefined })
  if (lock.shorter?.waitHours === waitHours) return ok(undefined)
  return change({ ...lock, shorter: { waitHours, from: now.add({ hours: lock.waitHours }) } })
}

function step(
  lock: Lock,
  event: LockEvent,
  next: Omit<Lock, 'state'>,
): Outcome<LockStep, 'WRONG_STATE'> {
  const state = lockStates.next(lock.state, event)
  return state.ok ? ok({ event, lock: { ...next, state: state.value } }) : refused('WRONG_STATE')
}

/** Whether a change weakens the guard, so that it takes the second factor. */
export function weakens(stored: Lock, command: LockCommand, now: Instant): boolean {
  if (command.type === 'lift') return true
  return command.type === 'wait' && command.waitHours < lockAt(stored, now).waitHours
}

const codes = {
  numberTransfer: 'PORT_OUT_LOCKED',
  simChange: 'SIM_CHANGE_LOCKED',
  topUp: 'TOP_UP_LOCKED',
} as const satisfies Record<LockKind, string>

export type LockCode = (typeof codes)[LockKind] | 'LOCK_LIFTING'

/** Why a lock of the contract refuses; while it is being lifted, until when. */
export function lockRefusal(
  locks: readonly Lock[],
  kind: LockKind,
  now: Instant,
): Refusal<LockCode, Instant> | undefined {
  const stored = locks.find((one) => one.kind === kind)
  const lock = stored && lockAt(stored, now)
  if (lock === undefined || lock.state === 'off') return undefined
  return lock.state === 'lifting'
    ? { code: 'LOCK_LIFTING', freeFrom: lock.liftsAt }
    : { code: codes[kind] }
}
