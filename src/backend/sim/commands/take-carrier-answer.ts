import type { ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { keepReports } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { endWithoutEffect, type SimProgress } from './take-effect.ts'
import { advanceSimOrder } from './advance-order.ts'
import { simMessage } from '../messages.ts'
import { portInRefusalOf } from '../rows/port-in.ts'
import { portInRefused } from './renew-port-in.ts'
import { simOrder } from '../procedure.ts'

/** Ours: a switch-over refused so often is no hiccup. */
const MAX_SWITCH_ATTEMPTS = 3

/** What the carrier's answer to our request means for the order; silence is shown as such and resolved later. */
export async function takeCarrierAnswer(
  tx: Db,
  deps: SimProgress,
  outcome: ExchangeOutcome,
  now: Instant,
): Promise<void> {
  const { orderNo, contractId, request } = outcome
  if (orderNo === null || request.type !== 'order') return
  await lockContract(tx, contractId)
  if (!simOrder.owns(await findOrder(tx, contractId, orderNo))) return
  const by: By = { actor: 'carrier', contractId, now }
  switch (request.kind) {
    case 'issue-sim':
    case 'issue-esim':
    case 'change-kind': {
      const order = await simOrder.patch(orderNo, { merge: { carrierAnswer: outcome.state } })(
        tx,
        by,
      )
      const refused = portInRefusalOf(outcome.answer['reason'])
      if (outcome.state === 'rejected' && refused)
        return portInRefused(tx, deps, by, order, refused)
      return takeAnswer(tx, deps, outcome, now)
    }
    case 'switch-over':
    case 'port-in-complete': {
      const order = await simOrder.patch(orderNo, { merge: { switchAnswer: outcome.state } })(
        tx,
        by,
      )
      if (outcome.state !== 'rejected') return undefined
      const refused = portInRefusalOf(outcome.answer['reason'])
      return refused
        ? portInRefused(tx, deps, by, order, refused)
        : switchRefused(tx, deps, by, outcome)
    }
    case 'cancel':
      return outcome.state === 'unknown' ? undefined : takeCancelDecision(tx, deps, by, outcome)
    default:
      return undefined
  }
}

/** The answer is a report like any other: kept once, and read together with the rest. */
async function takeAnswer(tx: Db, deps: SimProgress, outcome: ExchangeOutcome, now: Instant) {
  const { contractId, orderNo, exchangeId, request, state } = outcome
  if (orderNo === null || request.type !== 'order' || state === 'unknown') return
  const key = { contractId, orderNo }
  const answer = {
    eventId: 'answer',
    state: request.kind === 'cancel' ? 'cancelled' : state,
    at: now.toString(),
    facts: state === 'rejected' ? { reason: outcome.answer['reason'] } : {},
  }
  await keepReports(tx, deps.sealing, { ...key, exchangeId, kind: request.kind }, [answer], now)
  await advanceSimOrder(tx, deps, key, now)
}

async function takeCancelDecision(tx: Db, deps: SimProgress, by: By, outcome: ExchangeOutcome) {
  if (outcome.state === 'accepted') return takeAnswer(tx, deps, outcome, by.now)
  const merge = { cancelAskedAt: null, cancelSentAt: null }
  const order = await simOrder.patch(outcome.orderNo ?? '', { merge })(tx, by)
  // It ended with its line: the member did not ask for it to be stopped.
  if (order.closed_at !== null) return
  await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: order,
    audit: { action: 'sim-order-cancellation-refused' },
    message: (facts) => simMessage('cancelTooLate', facts),
  })
}

/** Asked again by the hourly task, unless the line has ended or it is refused again and again. */
async function switchRefused(tx: Db, deps: SimProgress, by: By, outcome: ExchangeOutcome) {
  const merge = { switchAskedAt: null, switchAt: by.now }
  const order = await simOrder.patch(outcome.orderNo ?? '', { merge })(tx, by)
  const { switchAttempts } = order.details
  const hopeless =
    outcome.answer['reason'] === 'LINE_TERMINATED' || switchAttempts >= MAX_SWITCH_ATTEMPTS
  if (order.state !== 'switch_ready') return
  if (!hopeless) {
    const again = String(switchAttempts)
    await takeOrderStep(tx, deps.engine, by, {
      procedure: simOrder,
      step: order,
      audit: { action: 'sim-switch-over-refused', details: { attempt: switchAttempts } },
      message: (facts) => simMessage('switchRefused', facts, again),
    })
    return
  }
  const details = { reason: outcome.answer['reason'] }
  const failed = await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: simOrder.advance(order.order_no, { event: 'refused_by_carrier', details }),
    audit: { action: 'sim-order-failed', details },
    message: (facts) => simMessage('failed', facts),
  })
  await endWithoutEffect(tx, deps, by, failed)
}
