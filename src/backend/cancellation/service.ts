import { findHeldOptions } from '#backend/contract/options.ts'
import { finalBillOf, unpaidYen } from '#backend/billing/public.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findOpenOrders, linesOf } from '#backend/contract/orders.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { isMnpLive } from '#domain/exclusion/in-progress.ts'
import { cancellationTiming } from '#domain/cancellation/timing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { decideScope, nextStepsOf } from './booking.ts'
import { estimateCancellation } from './estimate.ts'
import { bookedMessage, cancellationMessage } from './messages.ts'
import { cancellation, type CancellationOrder } from './procedure.ts'
import { scopeOf } from './scope.ts'

export type CancellationService = ReturnType<typeof createCancellationService>

export function createCancellationService(deps: {
  sealing: Sealing
  commit: Commit
  endings: Endings
  book: PriceBook
}) {
  const { sealing, commit, endings, book } = deps

  /** What it would cost and when it would end, and what the rules say of it. */
  async function estimate(
    db: Db,
    known: LoadedContract,
    lineIds: readonly string[] | undefined,
    now: Instant,
  ) {
    const { contract, lines, facts } = known
    const scope = scopeOf(lines, lineIds)
    const decided = decideScope(facts, scope, now)
    const leaving = new Set(scope.lines.map((line) => line.line_id))
    const estimated = estimateCancellation(
      {
        contract,
        lines,
        held: await findHeldOptions(db, known, now),
        scope,
        queued: decided.ok && decided.value.queued,
        isPortOutLive: facts.lines.some(
          ({ lineId, mnp }) => leaving.has(lineId) && isMnpLive(mnp, now),
        ),
        isUnpaid: facts.unpaid,
        unpaidYen: await unpaidYen(db, contract.contract_id),
        finalBill: await finalBillOf(
          db,
          contract.contract_id,
          [...leaving],
          cancellationTiming(now).effectiveOn,
          book,
        ),
        remainingInstalmentsYen: await remainingInstalmentsYen(db, contract.contract_id, now),
        sealing,
        book,
      },
      now,
    )
    return { scope, estimated, decided }
  }

  /** Books what was confirmed. A rule that forbids it is told before a changed condition is. */
  async function reserve(
    tx: Db,
    who: Who,
    wish: { lineIds?: readonly string[] | undefined; conditions: string },
  ): Promise<CancellationOrder> {
    const known = await loadContract(tx, who.contractId, { lock: true })
    const { estimated, decided } = await estimate(tx, known, wish.lineIds, who.now)
    if (decided.ok) requireConditions(wish.conditions, estimated)
    return bookCancellation(tx, who, known, {
      lineIds: wish.lineIds,
      estimate: { ...estimated, why: { allowed: true } },
    })
  }

  /** Books lines or the whole contract; behind an open SIM order it goes into the queue. */
  async function bookCancellation(
    tx: Db,
    by: By,
    { lines, facts }: LoadedContract,
    wish: { lineIds?: readonly string[] | undefined; estimate?: unknown },
  ): Promise<CancellationOrder> {
    const scope = scopeOf(lines, wish.lineIds)
    const { queued, lastDay, undoUntil } = requireOk(decideScope(facts, scope, by.now, by.actor))
    const lineIds = scope.scope === 'contract' ? undefined : scope.lines.map((line) => line.line_id)
    const order = await commit.order(tx, by, {
      procedure: cancellation,
      step: cancellation.open({
        lineId: lineIds?.length === 1 ? lineIds[0] : undefined,
        procedure: scope.operation,
        event: queued ? 'queued' : 'booked',
        effectiveOn: lastDay,
        undoUntil,
        details: {
          estimate: wish.estimate,
          lineIds,
          nextSteps: queued
            ? [
                nextStep('進行中のSIMの手続きが終わりしだい、解約を予約してお知らせします。'),
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
    await endings.settle(tx, by)
    return order
  }

  /** @throws RefusalError NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
  async function undo(tx: Db, who: Who, orderNo: string): Promise<CancellationOrder> {
    const { contractId, now } = who
    const { facts } = await loadContract(tx, contractId, { lock: true })
    const order = await cancellation.find(tx, { contractId, orderNo })
    if (order.closed_at !== null) throw new RefusalError('NOTHING_BOOKED')
    requireOk(decideCancellation({ type: 'undo', lineId: linesOf(order)[0] }, facts, now))
    const undone = await commit.order(tx, who, {
      procedure: cancellation,
      step: cancellation.advance(orderNo, {
        event: 'undone',
        merge: { nextSteps: [nextStep('引き続きご利用いただけます。')] },
      }),
      audit: { action: 'cancellation-undone' },
      message: (told) => cancellationMessage('undone', told),
    })
    await endings.settle(tx, who)
    return undone
  }

  /** An heir goes on with the contract: what was booked to end of it does not end. The caller has changed its account. */
  async function undoAll(tx: Db, by: By) {
    for (const row of await findOpenOrders(tx, by.contractId))
      if (cancellation.owns(row))
        await commit.order(tx, by, {
          procedure: cancellation,
          step: cancellation.advance(row.order_no, {
            event: 'succeeded',
            merge: { nextSteps: [nextStep('引き続きご利用いただけます。')] },
          }),
          audit: { action: 'cancellation-undone', details: { because: 'succession' } },
          message: (told) => cancellationMessage('undone', told),
        })
    await endings.settle(tx, by)
  }

  return { estimate, reserve, bookCancellation, undo, undoAll }
}
