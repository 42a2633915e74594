export type FolderLock = { release: () => void; heldBy?: never } | { heldBy: number }

export function tryLock(file: string): FolderLock
export function lockHolder(file: string): number | undefined
