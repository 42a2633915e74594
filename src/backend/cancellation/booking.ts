import { findLines, lockContract } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { requireOk, requirePermission } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { decideCancellation } from '#domain/contract/decide-cancellation.ts'
import type { Actor } from '#domain/machine.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { cancellation, type CancellationOrder } from './procedure.ts'
import { scopeOf, type CancellationScope } from './scope.ts'

/**
 * Books the cancellation of lines or of the whole contract; behind an open SIM order it goes into the queue.
 * @throws Refusal with the rule that forbids it (only another booking does).
 */
export async function bookCancellation(
  tx: Db,
  endings: Endings,
  wish: {
    contractId: string
    lineIds?: readonly string[] | undefined
    actor?: Actor
    now: Instant
    estimate?: unknown
  },
): Promise<CancellationOrder> {
  const { contractId, now, actor = 'member' } = wish
  await lockContract(tx, contractId)
  const scope = scopeOf(await findLines(tx, contractId), wish.lineIds)
  const decided = await decideScope(tx, contractId, scope, now, actor)
  const lineIds = scope.scope === 'contract' ? undefined : scope.lines.map((line) => line.line_id)
  const first = scope.scope === 'line' && scope.lines.length === 1 ? lineIds?.[0] : undefined
  const order = await cancellation.open(tx, {
    contractId,
    lineId: first,
    procedure: scope.operation,
    event: decided.queued ? 'queued' : 'booked',
    actor,
    now,
    effectiveOn: decided.lastDay,
    undoUntil: decided.undoUntil,
    details: {
      estimate: wish.estimate,
      lineIds,
      nextSteps: decided.queued
        ? [
            nextStep('進行中のSIMの手続きが終わりしだい、解約を予約してお知らせします。'),
            ...nextStepsOf(decided.lastDay, undefined),
          ]
        : nextStepsOf(decided.lastDay, decided.undoUntil),
    },
  })
  await endings.settle(tx, contractId, { actor, at: now })
  return order
}

/** What the rules say for every line of the scope: queued when any of them has to wait. */
export async function decideScope(
  tx: Db,
  contractId: string,
  scope: CancellationScope,
  now: Instant,
  actor: Actor = 'member',
) {
  const facts = await loadFacts(tx, contractId)
  const targets = scope.scope === 'contract' ? [undefined] : scope.lines.map((line) => line.line_id)
  const events = targets.flatMap((lineId) => {
    requirePermission(facts, scope.operation, {
      now,
      actor,
      ...(lineId === undefined ? {} : { lineId }),
    })
    return requireOk(decideCancellation({ type: 'book', lineId }, facts, now, actor))
  })
  const waiting = events.find((event) => event.type === 'queued')
  const booked = events.find((event) => event.type === 'booked')
  return {
    queued: waiting !== undefined,
    behindOrderNo: waiting?.behindOrderNo,
    lastDay: (waiting ?? booked)?.lastDay ?? null,
    undoUntil: waiting === undefined ? booked?.undoUntil : undefined,
  }
}

export function nextStepsOf(lastDay: TokyoDate | null, undoUntil: Instant | undefined) {
  return [
    ...(undoUntil === undefined
      ? []
      : [nextStep('この日の24時まで、解約を取り消せます。', lastDayBefore(undoUntil))]),
    ...(lastDay === null ? [] : [nextStep('最終利用日です。24時に終了します。', lastDay)]),
  ]
}

/** `undoUntil` is the first instant at which it is too late, 00:00 of a day: the day before is the last. */
function lastDayBefore(undoUntil: Instant): TokyoDate {
  return toTokyoDate(undoUntil.subtract({ seconds: 1 }))
}
