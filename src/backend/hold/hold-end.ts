import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { HoldRow } from './holds.ts'

/** What an area does when a hold of one of its operations ends; runs in the transaction that ends it. */
export type HoldEnd = {
  readonly operations: readonly HoldRow['operation'][]
  readonly stopped: (tx: Db, row: HoldRow, now: Instant) => Promise<void>
  /** Beside what waits for the carrier, which goes out by itself. */
  readonly released?: (tx: Db, row: HoldRow, now: Instant) => Promise<void>
}
