import { recordAudit } from '#backend/audit.ts'
import { findContract, findLines, lockContract } from '#backend/contract/contracts.ts'
import { finalBillOf } from '#backend/contract/final-bill.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { linesOf } from '#backend/contract/orders.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { decideCancellation } from '#domain/contract/decide-cancellation.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { isMnpLive } from '#domain/exclusion/in-progress.ts'
import { policy } from '#domain/policy/cut-off.ts'
import type { Instant } from '#domain/tokyo.ts'
import { bookCancellation } from './booking.ts'
import { estimateCancellation } from './estimate.ts'
import type { CancellationMessages } from './messages.ts'
import { cancellation, type CancellationOrder } from './procedure.ts'
import { scopeOf, type CancellationScope } from './scope.ts'

export type CancellationService = ReturnType<typeof createCancellationService>

export function createCancellationService(deps: {
  sealing: Sealing
  messages: CancellationMessages
  endings: Endings
}) {
  const { sealing, messages, endings } = deps

  /** What it would cost and when it would end; `allowance` tells whether it may be ordered. */
  async function estimate(
    db: Db,
    contractId: string,
    lineIds: readonly string[] | undefined,
    now: Instant,
  ) {
    const contract = await findContract(db, contractId)
    const lines = await findLines(db, contractId)
    const scope = scopeOf(lines, lineIds)
    const facts = await loadFacts(db, contractId)
    const allowance = allowanceOfScope(facts, scope, now)
    const leaving = new Set(scope.lines.map((line) => line.line_id))
    const estimated = estimateCancellation(
      {
        contract,
        lines,
        scope,
        queued: allowance.effect === 'queued',
        isPortOutLive: facts.lines.some(
          ({ lineId, portOut }) => leaving.has(lineId) && isMnpLive(portOut, now),
        ),
        isUnpaid: facts.unpaid,
        finalBill: await finalBillOf(db, contract, lines, policy.cancellation(now).effectiveOn),
        remainingInstalmentsYen: await remainingInstalmentsYen(db, contractId, now),
        sealing,
      },
      now,
    )
    return { estimated, allowance }
  }

  async function reserve(
    tx: Db,
    who: Who,
    wish: { lineIds?: readonly string[] | undefined; conditions: string },
  ): Promise<CancellationOrder> {
    const { contractId, now } = who
    await lockContract(tx, contractId)
    const { estimated, allowance } = await estimate(tx, contractId, wish.lineIds, now)
    // A rule that forbids it is told before a changed condition is.
    if (allowance.allowed) requireConditions(wish.conditions, estimated)
    const confirmed = { ...estimated, why: { allowed: true } }
    return book(tx, who, { lineIds: wish.lineIds, estimate: confirmed })
  }

  /** Books, tells the member and notes it; also for what waited in the queue. */
  async function book(
    tx: Db,
    who: Who,
    wish: { lineIds?: readonly string[] | undefined; estimate?: unknown },
  ): Promise<CancellationOrder> {
    const { contractId, now } = who
    const order = await bookCancellation(tx, endings, { contractId, now, ...wish })
    await recordAudit(tx, {
      ...auditOf(who, { lastDay: order.effective_on, lines: linesOf(order) }),
      action: order.state === 'queued' ? 'cancellation-queued' : 'cancellation-booked',
      target: order.order_no,
    })
    await messages.booked(tx, who.accountId, order, now)
    return order
  }

  /** @throws Refusal NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
  async function undo(tx: Db, who: Who, orderNo: string): Promise<CancellationOrder> {
    const { contractId, now } = who
    await lockContract(tx, contractId)
    const order = await cancellation.find(tx, { contractId, orderNo })
    if (order.closed_at !== null) throw new Refusal('NOTHING_BOOKED')
    const facts = await loadFacts(tx, contractId)
    requireOk(decideCancellation({ type: 'undo', lineId: linesOf(order)[0] }, facts, now))
    const undone = await cancellation.advance(
      tx,
      { contractId, orderNo },
      {
        event: 'undone',
        actor: 'member',
        now,
        merge: { nextSteps: [nextStep('引き続きご利用いただけます。')] },
      },
    )
    await endings.settle(tx, contractId, { actor: 'member', at: now })
    await recordAudit(tx, { ...auditOf(who), action: 'cancellation-undone', target: orderNo })
    await messages.undone(tx, who.accountId, undone, now)
    return undone
  }

  return { estimate, reserve, book, undo }
}

/** The first line that may not be cancelled speaks for all; else the first that has to wait. */
function allowanceOfScope(facts: ContractFacts, scope: CancellationScope, now: Instant) {
  const all =
    scope.scope === 'contract'
      ? [allowanceOf('contractCancel', facts, now)]
      : scope.lines.map((line) => allowanceOf('lineCancel', facts, now, line.line_id))
  const refused = all.find((one) => !one.allowed)
  const waiting = all.find((one) => one.effect === 'queued')
  const chosen = refused ?? waiting ?? all[0]
  if (chosen === undefined) throw new Refusal('LINE_NOT_ACTIVE')
  return chosen
}
