import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import { RefusalError } from '#backend/refusal.ts'

/** What is to be cancelled: some lines, or the whole contract when none are named or all that are served. */
export type CancellationScope = {
  scope: 'line' | 'contract'
  operation: 'lineCancel' | 'contractCancel'
  lines: readonly LineRow[]
}

/** @throws RefusalError NOT_FOUND for a line that is not this contract's. */
export function scopeOf(
  lines: readonly LineRow[],
  lineIds: readonly string[] | undefined,
): CancellationScope {
  const served = lines.filter(isServed)
  if (lineIds === undefined)
    return { scope: 'contract', operation: 'contractCancel', lines: served }
  const wanted = new Set(lineIds)
  const chosen = lines.filter((line) => wanted.has(line.line_id))
  if (chosen.length < wanted.size) throw new RefusalError('NOT_FOUND')
  const all = served.length > 0 && served.every((line) => wanted.has(line.line_id))
  return all
    ? { scope: 'contract', operation: 'contractCancel', lines: served }
    : { scope: 'line', operation: 'lineCancel', lines: chosen }
}

/** Ends the open SIM orders of lines that are about to end, here and at the carrier. */
export type StopOrders = (tx: Db, lines: readonly LineRow[], now: Instant) => Promise<void>
