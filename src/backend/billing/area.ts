import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import type { CardPagePort } from '#backend/ports/card-page.ts'
import type { CardPort } from '#backend/ports/card.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createCloseSweep } from './close-sweep.ts'
import { createCompensations } from './compensation.ts'
import { createCollection } from './collection.ts'
import { createCredits } from './credit/credits.ts'
import { billingHandlers } from './handlers.ts'
import { createOverdue } from './overdue.ts'
import { createPaymentMethod, type SaveCard } from './payment-method.ts'
import { createPayments } from './payments.ts'
import { createRefunds } from './credit/refunds.ts'
import { createSinglePay, type FindPartnerId } from './single-pay.ts'
import { onUnpaidAnswer, type StopOrders } from './suspension.ts'
import { createUnpaidPay } from './unpaid-pay.ts'
import { billingHeld } from './held.ts'

type Outside = {
  readonly card: CardPort
  /** The same processor, asked while a page waits. */
  readonly cardInTime: CardPort
  readonly cardPage: CardPagePort
  readonly points: PointsPort
  readonly pointsInTime: PointsPort
  /** Handed in by the points partner's area. */
  readonly findPartnerId: FindPartnerId
  readonly saveCard: SaveCard
}

export function createBillingArea(deps: ProcedureDeps, outside: Outside) {
  const { card, cardInTime, cardPage, points, pointsInTime, findPartnerId, saveCard } = outside
  const payments = createPayments({ ...deps, card, points })
  const { collect } = createCollection(deps, payments)
  const inTime = createPayments({ ...deps, card: cardInTime, points: pointsInTime })
  const singlePay = createSinglePay({ ...deps, now: deps.clock.now, findPartnerId }, inTime)
  const unpaidPay = createUnpaidPay(deps, inTime, singlePay.askSoon)
  const refunds = createRefunds({ ...deps, card, points, now: deps.clock.now })
  const paymentMethod = createPaymentMethod({ ...deps, cardPage, saveCard })
  const work: AreaWork = {
    held: billingHeld,
    jobs: [...singlePay.jobs, ...refunds.jobs],
    sweeps: [
      { name: 'compensations', run: createCompensations(deps) },
      { name: 'month-close', run: createCloseSweep(deps) },
      { name: 'credits', run: createCredits(deps, payments).spend },
      { name: 'collection', run: collect },
      { name: 'refunds', run: refunds.giveBack },
    ],
    onExchange: [onUnpaidAnswer(deps)],
  }
  const handlers = {
    ...billingHandlers(deps),
    ...singlePay.handlers,
    ...unpaidPay.handlers,
    ...paymentMethod.handlers,
  } satisfies AreaHandlers
  return {
    handlers,
    work,
    afterCommit: { ...singlePay.afterCommit, ...unpaidPay.afterCommit },
    takeCardReturn: paymentMethod.takeReturn,
    beginCardVisit: paymentMethod.begin,
  }
}

export function createOverdueArea(deps: ProcedureDeps, stopOrders: StopOrders) {
  const { run } = createOverdue({ ...deps, stopOrders })
  const work: AreaWork = { sweeps: [{ name: 'overdue', run }] }
  return { work }
}
