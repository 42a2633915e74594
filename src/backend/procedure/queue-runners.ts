import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { queueableOperations } from '#vocabulary/operation.ts'
import type { Db } from '#backend/db/connect.ts'

export type QueuedOperation = (typeof queueableOperations)[number]

export type QueuedWish = {
  operation: QueuedOperation
  lineId?: string | undefined
  plan?: number | undefined
  kind?: LineKind | undefined
  size?: SimSize | undefined
  optionCode?: string | undefined
}

/**
 * Begins a procedure that waited, as the member would now, at the conditions of now.
 * @returns the order's number. A Refusal means it cannot be begun and becomes the reason the member is told.
 */
export type RunQueued = (
  tx: Db,
  queued: { contractId: string; accountId: string; wish: QueuedWish; now: Temporal.Instant },
) => Promise<string>

export type QueueRunners = Partial<Record<QueuedOperation, RunQueued>>
