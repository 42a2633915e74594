import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { followBookings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { bookedMessage } from '../messages.ts'
import { cancellation, type CancellationOrder } from '../procedure.ts'
import { estimateCancellation } from '../queries/estimate.ts'
import { decideScope, nextStepsOf, scopeOf } from '../queries/scope.ts'

type Deps = Pick<ProcedureDeps, 'engine' | 'procedures'>

/** Books what the member confirmed. A rule that forbids it is reported before a changed condition is. */
export async function reserveCancellation(
  tx: Db,
  deps: Deps & Pick<ProcedureDeps, 'sealing' | 'book'>,
  who: Who,
  request: { lineIds?: readonly string[] | undefined; conditions: string },
): Promise<CancellationOrder> {
  const known = await loadContract(tx, who.contractId, { lock: true })
  const { lineIds, conditions } = request
  const { estimated, decided } = await estimateCancellation(tx, deps, known, lineIds, who.now)
  if (decided.ok) requireConditions(conditions, estimated)
  const estimate = { ...estimated, why: { allowed: true } }
  return bookCancellation(tx, deps, who, known, { lineIds, estimate })
}

/** Books lines or the whole contract, which must be locked; behind an open SIM order it goes into the queue. */
export async function bookCancellation(
  tx: Db,
  { engine, procedures }: Deps,
  by: By,
  { lines, facts }: LoadedContract,
  request: { lineIds?: readonly string[] | undefined; estimate?: unknown },
): Promise<CancellationOrder> {
  const scope = scopeOf(lines, request.lineIds)
  const { queued, lastDay, undoUntil } = requireOk(decideScope(facts, scope, by.now, by.actor))
  const lineIds = scope.scope === 'contract' ? undefined : scope.lines.map((line) => line.line_id)
  const order = await takeOrderStep(tx, engine, by, {
    procedure: cancellation,
    step: cancellation.open({
      lineId: lineIds?.length === 1 ? lineIds[0] : undefined,
      procedure: scope.operation,
      event: queued ? 'queued' : 'booked',
      effectiveOn: lastDay,
      undoUntil,
      details: {
        estimate: request.estimate,
        lineIds,
        nextSteps: queued
          ? [
              nextStep(
                '進行中のSIMの手続きが終わってから1時間以内に、解約を予約してお知らせします。',
              ),
              ...nextStepsOf(lastDay, undefined),
            ]
          : nextStepsOf(lastDay, undoUntil),
      },
    }),
    audit: {
      action: queued ? 'cancellation-queued' : 'cancellation-booked',
      details: { lastDay, lines: lineIds ?? [] },
    },
    message: bookedMessage,
  })
  await followBookings(tx, procedures, by)
  return order
}
