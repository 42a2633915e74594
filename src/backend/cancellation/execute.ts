import type { StopOrders } from '#backend/cancellation/scope.ts'
import { recordAudit } from '#backend/audit.ts'
import { requestExchange } from '#backend/carrier/exchange.ts'
import { findLines, isServed, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Log } from '#backend/log.ts'
import { keyOf, linesOf, type OrderKey } from '#backend/contract/orders.ts'
import type { Endings } from '#backend/procedure/endings.ts'
import { findDueOrders } from '#backend/procedure/orders.ts'
import { decideCancellation } from '#domain/contract/decide-cancellation.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { addDays, endOfDay, formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { nextStepsOf } from './booking.ts'
import { cancellation, isWhole, type CancellationOrder } from './procedure.ts'
import type { CancellationMessages } from './messages.ts'

type Deps = {
  database: DatabaseHandle
  queue: JobQueue
  messages: CancellationMessages
  endings: Endings
  stopOrders: StopOrders
  log: Log
}

export function createCancellationSweeps(deps: Deps) {
  const { database, queue, messages, endings, stopOrders, log } = deps

  /** Each in a transaction of its own: one contract's failure stops no other. */
  async function eachOf(
    found: readonly OrderKey[],
    change: (tx: Db, contractId: string, order: CancellationOrder) => Promise<void>,
  ) {
    for (const key of found) {
      const { contractId, orderNo } = key
      try {
        await database.db.transaction().execute(async (tx) => {
          await lockContract(tx, contractId)
          await change(tx, contractId, await cancellation.find(tx, key))
        })
      } catch (err) {
        // An outage is not this contract's fault: the whole hour is done again.
        if (isDatabaseOutage(err)) throw err
        log.error({ err, orderNo }, 'cancellation sweep')
      }
    }
  }

  /** Ends what had its last day; at 00:00 after it, or at the next run if that was missed. */
  async function executeDue(now: Instant): Promise<void> {
    const lastDay = addDays(toTokyoDate(now), -1)
    const due = []
    for (const procedure of cancellation.names)
      for (const state of ['reserved', 'queued'])
        due.push(...(await findDueOrders(database.db, procedure, state, lastDay)))
    await eachOf(due, (tx, contractId, order) => executeOne(tx, contractId, order, now))
  }

  async function executeOne(tx: Db, contractId: string, order: CancellationOrder, now: Instant) {
    const facts = await loadFacts(tx, contractId)
    const decided = decideCancellation(
      { type: 'execute', lineId: linesOf(order)[0] },
      facts,
      now,
      'system',
    )
    const endedOn = order.effective_on
    if (!decided.ok || endedOn === null || order.closed_at !== null) return
    await cancellation.advance(tx, keyOf(order), { event: 'last_day_ended', actor: 'system', now })
    const lines = (await findLines(tx, contractId)).filter(
      (line) => isWhole(order) || linesOf(order).includes(line.line_id),
    )
    const ending = lines.filter((line) => line.status !== 'ended')
    await stopOrders(tx, ending, now)
    for (const line of ending.filter(isServed))
      await askToTerminate(tx, queue, { line, endedOn, orderNo: order.order_no, now })
    const lineIds = ending.map((line) => line.line_id)
    if (lineIds.length > 0)
      await endings.endLines(tx, {
        contractId,
        lineIds,
        endedOn,
        event: 'ended',
        actor: 'system',
        now,
      })
    else if (isWhole(order))
      await endings.endContract(tx, {
        contractId,
        event: 'last_day_ended',
        endedOn,
        actor: 'system',
        now,
      })
    const contract = await lockContract(tx, contractId)
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'system',
      action: 'cancellation-executed',
      target: order.order_no,
      details: { lines: lineIds, contract: contract.status },
    })
    await messages.executed(tx, contract.account_id, order, now)
  }

  /** Books what waited for a SIM order that is over now; its last day is the one of the wish. */
  async function releaseQueued(now: Instant): Promise<void> {
    const waiting = await database.db
      .selectFrom('procedure_order')
      .select(['contract_id', 'order_no'])
      .where('procedure', 'in', [...cancellation.names])
      .where('state', '=', 'queued')
      .where('closed_at', 'is', null)
      .orderBy('requested_at')
      .execute()
    await eachOf(waiting.map(keyOf), (tx, contractId, order) =>
      releaseOne(tx, contractId, order, now),
    )
  }

  async function releaseOne(tx: Db, contractId: string, order: CancellationOrder, now: Instant) {
    if (order.state !== 'queued') return
    const facts = await loadFacts(tx, contractId)
    const targets = isWhole(order) ? [undefined] : linesOf(order)
    const decided = targets.map((lineId) =>
      decideCancellation({ type: 'release', lineId }, facts, now, 'system'),
    )
    if (!decided.every((one) => one.ok)) return
    const booked = decided
      .flatMap((one) => (one.ok ? one.value : []))
      .find((event) => event.type === 'booked')
    if (booked === undefined) return
    const reserved = await cancellation.advance(tx, keyOf(order), {
      event: 'order_ended',
      actor: 'system',
      now,
      effectiveOn: booked.lastDay,
      undoUntil: booked.undoUntil,
      merge: { nextSteps: nextStepsOf(booked.lastDay, booked.undoUntil) },
    })
    await endings.settle(tx, contractId, { actor: 'system', at: now })
    const contract = await lockContract(tx, contractId)
    await messages.booked(tx, contract.account_id, reserved, now)
  }

  return { executeDue, releaseQueued }
}

/** The id is made of the order and the line, so that a second run asks for the same thing once. */
export async function askToTerminate(
  tx: Db,
  queue: JobQueue,
  end: { line: LineRow; endedOn: TokyoDate; orderNo: string; now: Instant },
) {
  const { line, orderNo } = end
  await requestExchange(tx, queue, {
    contractId: line.contract_id,
    lineId: line.line_id,
    orderNo,
    request: {
      type: 'order',
      lineRef: line.carrier_ref,
      kind: 'terminate',
      fields: { at: formatRfc3339(endOfDay(end.endedOn)) },
    },
    now: end.now,
    exchangeId: `end-${orderNo}-${line.line_id}`,
  })
}
