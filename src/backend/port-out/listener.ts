import type { ExchangeListener } from '#backend/carrier/exchange.ts'
import { createEventTaker, keepReports } from '#backend/carrier/reports.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
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

export const createPortOutTaker = (
  deps: PortOutProgress & { database: DatabaseHandle; now: () => Instant },
) => createEventTaker(deps, ownKinds, (tx, order, now) => advancePortOut(tx, deps, order, now))
