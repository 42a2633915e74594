import { sql } from 'kysely'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import type { AreaDeps } from '#backend/area.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findLocks } from '#backend/contract/locks.ts'
import { whoOf, type By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import {
  decideLock,
  unlocked,
  weakens,
  type Lock,
  type LockCommand,
  type LockStep,
} from '#domain/lock/lock.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { LockKind } from '#vocabulary/lock.ts'
import { lockMessage } from './messages.ts'

/** Locks are kept while there is something to lock. */
const lockable: readonly string[] = ['active', 'suspended', 'cancel_reserved']

/**
 * One command of the member, under the contract's lock: two at once happen one after the other, and the second finds
 * what the first has done.
 * @throws RefusalError LOCK_NOT_SET, LOCK_LIFTING, CONTRACT_ENDED, SECOND_FACTOR_REQUIRED for a shorter wait
 */
export async function changeLock(
  { commit }: { readonly commit: Commit },
  caller: Caller,
  kind: LockKind,
  command: LockCommand,
): Promise<void> {
  const { db: tx, now } = caller
  const who = whoOf(caller)
  const known = await loadContract(tx, memberOf(caller).contractId, { lock: true })
  if (command.type === 'set') requireInService(known)
  const kept = lockOf(known, kind)
  if (weakens(kept, command, now)) requireProof('secondFactor', caller)
  const step = requireOk(decideLock(kept, command, now))
  if (step !== undefined) await takeStep({ commit }, tx, who, step)
}

export const lockOf = ({ facts }: Pick<LoadedContract, 'facts'>, kind: LockKind): Lock =>
  facts.locks?.find((lock) => lock.kind === kind) ?? unlocked(kind)

function requireInService({ contract: { status } }: LoadedContract) {
  if (lockable.includes(status)) return
  throw new RefusalError(
    ['terminated', 'ported_out', 'initial_cancelled', 'rejected', 'expired', 'withdrawn'].includes(
      status,
    )
      ? 'CONTRACT_ENDED'
      : 'CONTRACT_NOT_ACTIVE',
  )
}

async function takeStep({ commit }: { commit: Commit }, tx: Db, by: By, step: LockStep) {
  const { contractId } = by
  const { kind } = step.lock
  const version = await save(tx, contractId, step.lock, by.now)
  await commit.change(tx, by, {
    action: `lock-${step.event.replaceAll('_', '-')}`,
    target: contractId,
    details: { kind, state: step.lock.state, waitHours: step.lock.waitHours, version },
    message: (accountId) => lockMessage({ accountId, contractId }, step, version),
  })
}

async function save(tx: Db, contractId: string, lock: Lock, now: Instant): Promise<number> {
  const row = {
    state: lock.state,
    wait_hours: lock.waitHours,
    shorter_wait_hours: lock.shorter?.waitHours ?? null,
    shorter_from: lock.shorter?.from ?? null,
    lifts_at: lock.liftsAt ?? null,
    changed_at: now,
  }
  const { version } = await tx
    .insertInto('contract_lock')
    .values({ contract_id: contractId, kind: lock.kind, ...row, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['contract_id', 'kind'])
        .doUpdateSet({ ...row, version: sql<number>`contract_lock.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Writes down what has happened by the clock and tells of it: the rules do not wait for this. */
export async function endLifts(
  { database, commit }: Pick<AreaDeps, 'database'> & { commit: Commit },
  now: Instant,
) {
  const due = await database.db
    .selectFrom('contract_lock')
    .select('contract_id')
    .distinct()
    .where('state', '=', 'lifting')
    .where('lifts_at', '<=', now)
    .execute()
  for (const { contract_id: contractId } of due)
    await database.db.transaction().execute(async (tx) => {
      await loadContract(tx, contractId, { lock: true })
      for (const { kind, state, lifts_at } of await findLocks(tx, contractId))
        if (
          state === 'lifting' &&
          lifts_at !== null &&
          Temporal.Instant.compare(lifts_at, now) <= 0
        )
          await takeStep(
            { commit },
            tx,
            { actor: 'system', contractId, now },
            {
              event: 'lifted',
              lock: unlocked(kind),
            },
          )
    })
}
