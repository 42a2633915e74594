import type { Generated } from 'kysely'
import { column, internal, ofContract, said, table } from '#backend/table.ts'
import type { LockState } from '#domain/lock/lock-states.ts'
import { type LockKind, type LockWait, lockLabels } from '#vocabulary/lock.ts'
import { lockStateWords } from '#vocabulary/states/lock.ts'

export const lockTables = [
  /** Locks that a member has set. A row stays when the lock is lifted; what happened to it is in the audit. */
  table('contract_lock', ofContract('手続きロック', 'settings'), {
    kind: column<LockKind>(said('種類', lockLabels)),
    state: column<LockState>(said('状態', lockStateWords)),
    wait_hours: column<LockWait>('解除の待ち時間（時間）'),
    /** A shorter wait that the member requested, and from when it applies. */
    shorter_wait_hours: column<LockWait | null>('短くした待ち時間（時間）'),
    shorter_from: column<Temporal.Instant | null>('短い待ち時間が効く日時'),
    /** From then on it no longer locks, whether or not a job has written so. */
    lifts_at: column<Temporal.Instant | null>('外れる日時'),
    changed_at: column<Temporal.Instant>('変えた日時'),
    /** One more with each change: part of the notification's name. */
    version: internal<Generated<number>>(),
  }),
]
