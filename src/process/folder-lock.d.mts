export type HeldLock = { release: () => void; heldBy?: never }

export function tryLock(file: string): HeldLock | { heldBy: number }
export function waitForLock(file: string, onWait: (pid: number) => void): Promise<HeldLock>
export function lockHolder(file: string): number | undefined
