/** What a member can lock on the contract. The stop of calls abroad is an option of a line and no second fact here. */
export const lockKinds = ['numberTransfer', 'simChange', 'topUp'] as const
export type LockKind = (typeof lockKinds)[number]

export const lockLabels: Readonly<Record<LockKind, string>> = {
  numberTransfer: 'MNP転出のロック',
  simChange: 'SIMの変更のロック',
  topUp: 'データチャージのロック',
}

/** Hours a lift waits, as the member chooses them. A lock on top-up only guards money and lifts at once. */
export const lockWaitHours = [0, 24, 72] as const
export type LockWait = (typeof lockWaitHours)[number]
export const waitingLocks: readonly LockKind[] = ['numberTransfer', 'simChange']
