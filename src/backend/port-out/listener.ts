import type { CarrierReport } from '#backend/area.ts'
import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import { findOrderedExchange, keepReports, newEventsOf } from '#backend/carrier/reports.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { CarrierOrderEvent } from '#backend/ports/carrier.ts'
import type { Instant } from '#domain/tokyo.ts'
import { advancePortOut, type PortOutProgress } from './progress.ts'

const ownKinds = ['mnp-number', 'consent']

/** The carrier's answer to a request of ours is kept and read like its reports; silence is resolved by reconciling. */
export function createPortOutListener(deps: PortOutProgress): ExchangeListener {
  return async (tx, { contractId, orderNo, exchangeId, request, state, answer }, now) => {
    const kind = request.type === 'order' ? request.kind : request.type
    if (orderNo === null || state === 'unknown' || !ownKinds.includes(kind)) return
    const key = { contractId, orderNo }
    const facts = state === 'rejected' ? { reason: answer['reason'] } : {}
    const news = { eventId: 'answer', state, at: now.toString(), facts }
    await keepReports(tx, deps.sealing, { ...key, exchangeId, kind }, [news], now)
    await advancePortOut(tx, deps, key, now)
  }
}

export function createEventTaker(
  deps: PortOutProgress & { database: DatabaseHandle; now: () => Instant },
) {
  return async (exchangeId: string, events: readonly CarrierOrderEvent[]) => {
    const exchange = await findOrderedExchange(deps.database.db, exchangeId)
    if (!exchange || !ownKinds.includes(exchange.kind)) return
    const news = await newEventsOf(deps.database.db, exchange, events)
    if (news.length === 0) return
    const now = deps.now()
    await deps.database.db.transaction().execute(async (tx) => {
      await keepReports(tx, deps.sealing, exchange, news, now)
      await advancePortOut(tx, deps, exchange, now)
    })
  }
}

export type EventTaker = ReturnType<typeof createEventTaker>

export function createReportTaker(take: EventTaker) {
  return (report: CarrierReport) => take(report.orderId, [report])
}
