import type { AreaDeps } from '#backend/area.ts'
import type { By } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { giverMessage, receiverMessage } from '../messages.ts'
import { handover, takeover } from '../procedure.ts'
import { receiverOrder } from '../queries/offered.ts'
import { eachHandover } from './each-handover.ts'

type Deps = Pick<AreaDeps, 'database' | 'log'> & Pick<ProcedureDeps, 'engine'>

/** Both sides get a message the day before the line changes hands. */
export function remindBothSides(deps: Deps, now: Instant): Promise<void> {
  const { engine } = deps
  const today = toTokyoDate(now)
  const of = { states: ['due'], failure: 'reminder of a hand-over not sent' } as const
  return eachHandover(deps, of, async (tx, row, order) => {
    if (order.effective_on !== today || order.details.remindedOn === today) return
    const merge = { remindedOn: today }
    const audit = { action: 'line-handover-reminded' }
    const giver: By = { actor: 'system', contractId: row.contract_id, now }
    await takeOrderStep(tx, engine, giver, {
      procedure: handover,
      step: handover.patch(order.order_no, { merge }),
      audit,
      message: (facts) => giverMessage('eve', facts),
    })
    const receiver = await receiverOrder(tx, row)
    if (receiver === undefined) return
    const by: By = { ...giver, contractId: receiver.contract_id }
    await takeOrderStep(tx, engine, by, {
      procedure: takeover,
      step: takeover.patch(receiver.order_no, { merge }),
      audit,
      message: (facts) => receiverMessage('eve', facts),
    })
  })
}
