import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import type { CardPagePort } from '#backend/ports/card-page.ts'
import type { CardPort } from '#backend/ports/card.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createCloseSweep } from './close-sweep.ts'
import { createCollection } from './collection.ts'
import { createCredits } from './credit/credits.ts'
import { billingHandlers } from './handlers.ts'
import { createOverdue } from './overdue.ts'
import { createPaymentMethod } from './payment-method.ts'
import { createPayments } from './payments.ts'
import { createRefunds } from './credit/refunds.ts'
import { createSinglePay } from './single-pay.ts'
import { onUnpaidAnswer, type StopOrders } from './suspension.ts'
import { billingHeld } from './held.ts'

type Outside = {
  readonly card: CardPort
  /** The same processor, asked while a page waits. */
  readonly cardInTime: CardPort
  readonly cardPage: CardPagePort
}

export function createBillingArea(deps: ProcedureDeps, { card, cardInTime, cardPage }: Outside) {
  const payments = createPayments({ ...deps, card })
  const { collect } = createCollection(deps, payments)
  const singlePay = createSinglePay(
    { ...deps, now: deps.clock.now },
    createPayments({ ...deps, card: cardInTime }),
  )
  const refunds = createRefunds({ ...deps, card, now: deps.clock.now })
  const paymentMethod = createPaymentMethod({ ...deps, cardPage })
  const work: AreaWork = {
    held: billingHeld,
    jobs: [...singlePay.jobs, ...refunds.jobs],
    sweeps: [
      { name: 'month-close', every: 'hour', run: createCloseSweep(deps) },
      { name: 'credits', every: 'hour', run: createCredits(deps, payments).spend },
      { name: 'collection', every: 'hour', run: collect },
      { name: 'refunds', every: 'hour', run: refunds.giveBack },
    ],
    onExchange: [onUnpaidAnswer(deps)],
  }
  const handlers = {
    ...billingHandlers(deps),
    ...singlePay.handlers,
    ...paymentMethod.handlers,
  } satisfies AreaHandlers
  return {
    handlers,
    work,
    afterCommit: singlePay.afterCommit,
    takeCardReturn: paymentMethod.takeReturn,
  }
}

/** Its steps are taken before the month's data is granted: a contract that ends at 00:00 gets none. */
export function createOverdueArea(deps: ProcedureDeps, stopOrders: StopOrders) {
  const { run } = createOverdue({ ...deps, stopOrders })
  const work: AreaWork = { sweeps: [{ name: 'overdue', every: 'hour', run }] }
  return { work }
}
