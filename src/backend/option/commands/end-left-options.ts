import { keyOf } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import { loadContract } from '#backend/contract/load.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { options } from '#domain/catalogue/option.ts'
import { addDays, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { leaveMessage } from '../messages.ts'
import { optionLeave } from '../procedure.ts'
import { askToSwitchOff } from './ask-to-switch.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'log' | 'engine' | 'queue' | 'sealing'>

/** Ends the options whose last day is over. */
export async function endLeftOptions({ database, log, ...deps }: Deps, now: Instant) {
  const yesterday = addDays(toTokyoDate(now), -1)
  const orders = await optionLeave.findOpen(database.db, ['reserved'], yesterday)
  for (const key of orders.map(keyOf))
    await isolated(log, key, 'option not ended', () =>
      database.db.transaction().execute((tx) => endOption(tx, deps, key, now)),
    )
}

async function endOption(
  tx: Db,
  { engine, queue, sealing }: Omit<Deps, 'database' | 'log'>,
  { contractId, orderNo }: { contractId: string; orderNo: string },
  now: Instant,
) {
  const known = await loadContract(tx, contractId, { lock: true })
  const order = await optionLeave.find(tx, { contractId, orderNo })
  if (order.state !== 'reserved') return
  const by: By = { actor: 'system', contractId, now }
  const { optionCode } = order.details
  if (options[optionCode].switched.by === 'us') {
    await takeOrderStep(tx, engine, by, {
      procedure: optionLeave,
      step: optionLeave.advance(orderNo, { event: 'ended' }),
      audit: { action: 'option-ended', details: { optionCode } },
      message: (facts) => leaveMessage('ended', facts),
    })
    return
  }
  const stopping = await optionLeave.advance(orderNo, { event: 'stop_asked' })(tx, by)
  await askToSwitchOff(tx, { queue, sealing }, known, stopping, now)
}
