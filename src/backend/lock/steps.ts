import { lockFrom, type LockRow } from '#backend/contract/locks.ts'
import { defineAggregate, type About } from '#backend/step/take-step.ts'
import type { LockStep } from '#domain/lock/lock.ts'
import { lockStates } from '#domain/lock/lock-states.ts'
import { lockMessage } from './messages.ts'

const recorded = (event: LockStep['event']) => ({
  audit: `lock-${event.replaceAll('_', '-')}`,
  details: ({ kind, state, wait_hours: waitHours, version }: LockRow) => ({
    kind,
    state,
    waitHours,
    version,
  }),
  message: ({ row, accountId }: About<LockRow>) =>
    lockMessage(
      { accountId, contractId: row.contract_id },
      { event, lock: lockFrom(row) },
      row.version,
    ),
})

/** Every step of a lock: what is recorded of it, and what the member gets. */
export const locks = defineAggregate({
  table: 'contract_lock',
  key: ['contract_id', 'kind'],
  machine: lockStates,
  stamps: ({ row, now }) => ({ changed_at: now, version: (row?.version ?? 0) + 1 }),
  target: (lock) => lock.contract_id,
  steps: {
    set: recorded('set'),
    lift_asked: recorded('lift_asked'),
    lift_stopped: recorded('lift_stopped'),
    lifted: recorded('lifted'),
    wait_changed: { event: null, ...recorded('wait_changed') },
  },
})
