import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import { limitStep, nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  decideCancellation,
  type CancellationRefusal,
} from '#domain/cancellation/decide-cancellation.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import type { Actor } from '#domain/machine.ts'
import { ok, type Outcome } from '#domain/outcome.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'

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
  const wanted = new Set(lineIds)
  const chosen = lines.filter((line) => wanted.has(line.line_id))
  if (chosen.length < wanted.size) throw new RefusalError('NOT_FOUND')
  const all = served.length > 0 && served.every((line) => wanted.has(line.line_id))
  return all || lineIds === undefined
    ? { scope: 'contract', operation: 'contractCancel', lines: served }
    : { scope: 'line', operation: 'lineCancel', lines: chosen }
}

/**
 * What the rules say of the scope, for 確認 and for the booking alike: the first line that may not be cancelled speaks
 * for all; it is queued when any of them has to wait.
 */
export function decideScope(
  facts: ContractFacts,
  scope: CancellationScope,
  now: Instant,
  actor: Actor = 'member',
): Outcome<
  { queued: boolean; lastDay: TokyoDate; undoUntil: Instant | undefined },
  CancellationRefusal
> {
  const targets = scope.scope === 'contract' ? [undefined] : scope.lines.map((line) => line.line_id)
  const decided = targets.map((lineId) =>
    decideCancellation({ type: 'book', lineId }, facts, now, actor),
  )
  const refused = decided.find((one) => !one.ok)
  if (refused !== undefined) return refused
  const events = decided.flatMap((one) => (one.ok ? one.value : []))
  const waiting = events.find((event) => event.type === 'queued')
  if (waiting !== undefined)
    return ok({ queued: true, lastDay: waiting.lastDay, undoUntil: undefined })
  const booked = events.find((event) => event.type === 'booked')
  if (booked === undefined) throw new RefusalError('LINE_NOT_ACTIVE')
  return ok({ queued: false, lastDay: booked.lastDay, undoUntil: booked.undoUntil })
}

export function nextStepsOf(lastDay: TokyoDate, undoUntil: Instant | undefined) {
  return [
    ...(undoUntil === undefined ? [] : [limitStep('解約を取り消せます。', undoUntil)]),
    nextStep('最終利用日です。24時に終了します。', lastDay),
  ]
}
