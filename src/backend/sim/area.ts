import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { simHandlers } from './api.ts'
import { cancelSimOrder } from './commands/cancel-order.ts'
import { takeCarrierAnswer } from './commands/take-carrier-answer.ts'
import type { OpeningHooks } from './commands/take-effect.ts'
import { takeIdentityResult } from './commands/take-identity-result.ts'
import { lapseOrders, pollCarrier, switchDueOrders, takerOfReports } from './commands/work-due.ts'
import { simOrder } from './procedure.ts'

export function createSimArea(shared: ProcedureDeps, opening: OpeningHooks) {
  const deps = { ...shared, opening, now: shared.clock.now }
  const take = takerOfReports(deps)
  const work: AreaWork = {
    tasks: [
      { name: 'SIM orders at the carrier', run: () => pollCarrier(deps) },
      { name: 'SIM switch-over', run: (now) => switchDueOrders(deps, now) },
      { name: 'SIM orders without identity', run: (now) => lapseOrders(deps, now) },
    ],
    onExchange: [(tx, outcome, now) => takeCarrierAnswer(tx, deps, outcome, now)],
    onCarrierReport: [(report) => take(report.orderId, [report])],
    onIdentity: [(tx, concluded, now) => takeIdentityResult(tx, deps, concluded, now)],
    holdEnds: [
      {
        operations: simOrder.names,
        // Its card is sent from then on.
        async released(tx, { contract_id: contractId, order_no: orderNo }, now) {
          const by = { actor: 'system', contractId: contractId ?? '', now } as const
          await simOrder.patch(orderNo, { merge: { askedAt: now } })(tx, by)
        },
        async stopped(tx, { account_id: accountId, contract_id, order_no: orderNo }, now, why) {
          // The house gives up what nobody of the staff has confirmed.
          const actor = why === 'lapsed' ? 'staff' : 'member'
          const who = { actor, accountId, contractId: contract_id ?? '', now } as const
          await cancelSimOrder(tx, deps, who, orderNo)
        },
      },
    ],
  }
  return { handlers: simHandlers(deps), work }
}
