import type { ExchangeListener, ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { keepReports } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { Instant } from '#domain/tokyo.ts'
import { addressee, endWithoutEffect, type SimProgress } from './effects.ts'
import { advanceSimOrder } from './progress.ts'
import { postSimMessage } from './messages.ts'
import { simOrder } from './procedure.ts'

/** Ours: a switch-over refused so often is no hiccup. */
const MAX_SWITCH_ATTEMPTS = 3

/** What the carrier's answer to our request means for the order; silence is shown as such and resolved later. */
export function createSimListener(deps: SimProgress): ExchangeListener {
  return async (tx, outcome, now) => {
    const { orderNo, contractId, request } = outcome
    if (orderNo === null || request.type !== 'order') return
    await lockContract(tx, contractId)
    if (!simOrder.owns(await findOrder(tx, contractId, orderNo))) return
    const key = { contractId, orderNo }
    switch (request.kind) {
      case 'issue-sim':
      case 'issue-esim':
      case 'change-kind':
        await simOrder.patch(tx, key, { now, merge: { carrierAnswer: outcome.state } })
        return takeAnswer(tx, deps, outcome, now)
      case 'switch-over':
        await simOrder.patch(tx, key, { now, merge: { switchAnswer: outcome.state } })
        return outcome.state === 'rejected' ? switchRefused(tx, deps, outcome, now) : undefined
      case 'cancel':
        return outcome.state === 'unknown' ? undefined : cancelAnswered(tx, deps, outcome, now)
      default:
        return undefined
    }
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

async function cancelAnswered(tx: Db, deps: SimProgress, outcome: ExchangeOutcome, now: Instant) {
  if (outcome.state === 'accepted') return takeAnswer(tx, deps, outcome, now)
  const key = { contractId: outcome.contractId, orderNo: outcome.orderNo ?? '' }
  const order = await simOrder.patch(tx, key, {
    now,
    merge: { cancelAskedAt: null, cancelSentAt: null },
  })
  // It ended with its line: the member did not ask for it to be stopped.
  if (order.closed_at !== null) return
  await postSimMessage(tx, deps, await addressee(tx, order), 'cancelTooLate', now)
}

/** Asked again by the hourly sweep, unless the line has ended or it is refused again and again. */
async function switchRefused(tx: Db, deps: SimProgress, outcome: ExchangeOutcome, now: Instant) {
  const key = { contractId: outcome.contractId, orderNo: outcome.orderNo ?? '' }
  const order = await simOrder.patch(tx, key, {
    now,
    merge: { switchAskedAt: null, switchAt: now },
  })
  const { switchAttempts } = order.details
  const hopeless =
    outcome.answer['reason'] === 'LINE_TERMINATED' || switchAttempts >= MAX_SWITCH_ATTEMPTS
  if (order.state !== 'switch_ready') return
  if (!hopeless) {
    const again = String(switchAttempts)
    await postSimMessage(tx, deps, await addressee(tx, order), 'switchRefused', now, again)
    return
  }
  const failed = await simOrder.advance(tx, key, {
    event: 'refused_by_carrier',
    actor: 'carrier',
    now,
    details: { reason: outcome.answer['reason'] },
  })
  await endWithoutEffect(tx, failed, now)
  await postSimMessage(tx, deps, await addressee(tx, failed), 'failed', now)
}
