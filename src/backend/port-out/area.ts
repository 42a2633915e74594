import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { portOutHandlers } from './handlers.ts'
import { createPortOutListener, createPortOutTaker } from './listener.ts'
import { portOutMessage } from './messages.ts'
import type { OneStopDeps } from './one-stop.ts'
import { portOut } from './procedure.ts'
import { portOutTasks } from './tasks.ts'
import { wayBack } from './way-back.ts'
import { portOutHeld } from './held.ts'

export type PortOutArea = ReturnType<typeof createPortOutArea>

export function createPortOutArea(shared: ProcedureDeps, own: Pick<OneStopDeps, 'returnOrigins'>) {
  const { database, clock } = shared
  const deps = { ...shared, ...own, now: clock.now }
  const take = createPortOutTaker(deps)
  const work: AreaWork = {
    held: portOutHeld,
    tasks: portOutTasks(deps, take),
    handOff: {
      path: '/portout/return',
      wayBack: (exchanges, key) => wayBack(database.db, exchanges, own.returnOrigins, key),
    },
    onExchange: [createPortOutListener(deps)],
    holdEnds: [
      {
        operations: portOut.names,
        async stopped(tx, { contract_id: contractId, order_no: orderNo }, now) {
          const by = { actor: 'system', contractId: contractId ?? '', now } as const
          await shared.commit.order(tx, by, {
            procedure: portOut,
            step: portOut.advance(orderNo, {
              event: 'refused',
              merge: { refusal: 'お申し出により、発行を取りやめました。', nextSteps: [] },
            }),
            audit: { action: 'port-out-stopped' },
            message: (told) => portOutMessage('refused', told),
          })
        },
      },
    ],
    onCarrierReport: [(report) => take(report.orderId, [report])],
  }
  return { handlers: portOutHandlers(deps), work }
}
