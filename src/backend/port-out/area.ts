import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { findOrdersOf } from '#backend/contract/orders.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { consentToHandOff, leadBack } from './commands/consent-to-hand-off.ts'
import { requestNumber } from './commands/request-number.ts'
import { takePortOutAnswer, takerOfReports } from './commands/take-reports.ts'
import { endStopped, expirePortOuts, pollCarrier } from './commands/work-due.ts'
import { portOut } from './procedure.ts'
import { estimatePortOut } from './queries/estimate.ts'
import { readHandOff, type HandOffDeps, type ReturnOrigins } from './queries/hand-off.ts'
import { toWireRequest } from './queries/wire-request.ts'
import type { PortOutOrder } from './rows.ts'

export function createPortOutArea(shared: ProcedureDeps, { returnOrigins }: ReturnOrigins) {
  const deps = { ...shared, returnOrigins, take: takerOfReports(shared) }
  const work: AreaWork = {
    tasks: [
      { name: 'MNP numbers at the carrier', run: () => pollCarrier(deps) },
      { name: 'MNP numbers expiring', run: (now) => expirePortOuts(deps, now) },
    ],
    handOff: {
      path: '/portout/return',
      wayBack: (exchanges, key) => leadBack({ ...deps, exchanges }, key),
    },
    onExchange: [(tx, outcome, now) => takePortOutAnswer(tx, deps, outcome, now)],
    holdEnds: [
      {
        operations: portOut.names,
        stopped: (tx, hold, now, why) => endStopped(tx, deps, hold, { now, why }),
      },
    ],
    onCarrierReport: [(report) => deps.take(report.orderId, [report])],
  }
  return { handlers: portOutHandlers(deps), work }
}

function portOutHandlers(
  deps: HandOffDeps & Pick<ProcedureDeps, 'engine' | 'queue' | 'publicUrl'>,
) {
  const { sealing } = deps
  const toConsent = (order: PortOutOrder) => ({
    ...toReceipt(portOut, order),
    redirectUrl: `${deps.publicUrl}/portout/return/${order.order_no}`,
  })
  return {
    async portOutPossibleListGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const { facts, lines: all } = await loadContract(db, contractId)
      const orders = await findOrdersOf(db, contractId, portOut.names)
      // The last of every line counts.
      const requests = new Map(
        orders.toReversed().map((row) => [row.line_id ?? '', portOut.read(row)]),
      )
      const lines = all.filter(
        ({ line_id, status }) =>
          status !== 'preparing' && (status !== 'ended' || requests.has(line_id)),
      )
      return {
        lines: lines.map((line) => {
          const request = toWireRequest(requests.get(line.line_id), sealing)
          return {
            line: toLineName(line, sealing),
            ...toWireWhy('portOut', mayBegin('portOut', facts, now, line.line_id)),
            request,
          }
        }),
        asOf: formatRfc3339(now),
      }
    },

    async portOutPaymentGet({ query: { lineId } }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const known = await loadContract(db, contractId)
      const estimate = await estimatePortOut(db, deps, known, lineOf(known, lineId), now)
      const may = mayBegin('portOut', known.facts, now, lineId)
      const ends = endOf([lineId], toTokyoDate(now))
      const nextBills = await loadNextBills({ db, now }, known, ends, deps.book)
      return { ...estimate, nextBills, why: toWireWhy('portOut', may) }
    },

    async portOutIssuanceRequestPost({ body: { lineId, conditions } }, caller) {
      const who = whoOf(caller)
      const order = await requestNumber(caller.db, deps, who, { lineId, conditions })
      return {
        requestNo: order.order_no,
        state: 'requested' as const,
        stateLabel: toWireRequest(order, sealing)?.stateLabel ?? '',
        requestedAt: formatRfc3339(order.requested_at),
        receipt: toReceipt(portOut, order),
      }
    },

    async portOutOneStopGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { order, ...request } = await readHandOff(
        caller.db,
        deps,
        contractId,
        query,
        caller.now,
      )
      return { ...request, ...(order && { consented: toConsent(order) }) }
    },

    async portOutOneStopPost({ body }, caller) {
      const order = await consentToHandOff(caller.db, deps, whoOf(caller), body)
      return toConsent(order)
    },
  } satisfies AreaHandlers
}
