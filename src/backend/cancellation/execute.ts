import type { StopOrders } from '#backend/cancellation/scope.ts'
import { requestExchange } from '#backend/carrier/exchange.ts'
import { isServed, lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { keyOf, linesOf, type OrderKey } from '#backend/contract/orders.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { findDueOrders } from '#backend/procedure/orders.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { addDays, endOfDay, formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { nextStepsOf } from './booking.ts'
import { cancellation, isWhole, type CancellationOrder } from './procedure.ts'
import { bookedMessage, cancellationMessage } from './messages.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'queue' | 'commit' | 'endings' | 'log'> & {
  stopOrders: StopOrders
}

export function createCancellationSweeps(deps: Deps) {
  const { database, queue, commit, endings, stopOrders, log } = deps

  /** Each in a transaction of its own: one contract's failure stops no other. */
  async function eachOf(
    found: readonly OrderKey[],
    now: Instant,
    change: (tx: Db, by: By, known: LoadedContract, order: CancellationOrder) => Promise<void>,
  ) {
    for (const key of found) {
      const { contractId, orderNo } = key
      try {
        await database.db.transaction().execute(async (tx) => {
          const known = await loadContract(tx, contractId, { lock: true })
          const by: By = { actor: 'system', contractId, now }
          await change(tx, by, known, await cancellation.find(tx, key))
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
    await eachOf(due, now, executeOne)
  }

  async function executeOne(tx: Db, by: By, known: LoadedContract, order: CancellationOrder) {
    const { facts, lines } = known
    const { now } = by
    const command = { type: 'execute', lineId: linesOf(order)[0] } as const
    const decided = decideCancellation(command, facts, now, 'system')
    const endedOn = order.effective_on
    if (!decided.ok || endedOn === null || order.closed_at !== null) return
    await cancellation.advance(order.order_no, { event: 'last_day_ended' })(tx, by)
    const ending = lines.filter(
      (line) =>
        line.status !== 'ended' && (isWhole(order) || linesOf(order).includes(line.line_id)),
    )
    await stopOrders(tx, ending, now)
    for (const line of ending.filter(isServed))
      await askToTerminate(tx, queue, { line, endedOn, orderNo: order.order_no, now })
    const lineIds = ending.map((line) => line.line_id)
    if (lineIds.length > 0) await endings.endLines(tx, by, { lineIds, endedOn, event: 'ended' })
    else if (isWhole(order)) await endings.endContract(tx, by, { event: 'last_day_ended', endedOn })
    const { status } = await lockContract(tx, by.contractId)
    await commit.order(tx, by, {
      procedure: cancellation,
      step: order,
      audit: { action: 'cancellation-executed', details: { lines: lineIds, contract: status } },
      message: (told) => cancellationMessage('executed', told),
    })
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
    await eachOf(waiting.map(keyOf), now, releaseOne)
  }

  async function releaseOne(tx: Db, by: By, { facts }: LoadedContract, order: CancellationOrder) {
    if (order.state !== 'queued') return
    const targets = isWhole(order) ? [undefined] : linesOf(order)
    const decided = targets.map((lineId) =>
      decideCancellation({ type: 'release', lineId }, facts, by.now, 'system'),
    )
    if (!decided.every((one) => one.ok)) return
    const booked = decided
      .flatMap((one) => (one.ok ? one.value : []))
      .find((event) => event.type === 'booked')
    if (booked === undefined) return
    const { lastDay, undoUntil } = booked
    await commit.order(tx, by, {
      procedure: cancellation,
      step: cancellation.advance(order.order_no, {
        event: 'order_ended',
        effectiveOn: lastDay,
        undoUntil,
        merge: { nextSteps: nextStepsOf(lastDay, undoUntil) },
      }),
      audit: { action: 'cancellation-booked', details: { lastDay, lines: linesOf(order) } },
      message: bookedMessage,
    })
    await endings.settle(tx, by)
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
