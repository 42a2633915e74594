import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { portOutHandlers } from './api.ts'
import { leadBack } from './commands/consent-to-hand-off.ts'
import { takePortOutAnswer, takerOfReports } from './commands/take-reports.ts'
import { endStopped, expirePortOuts, pollCarrier } from './commands/work-due.ts'
import { portOut } from './procedure.ts'
import type { ReturnOrigins } from './queries/hand-off.ts'

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
