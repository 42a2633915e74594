import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { CardPagePort } from '#backend/ports/card-page.ts'
import type { CardPort } from '#backend/ports/card.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { billingAfterCommit, billingHandlers } from './api.ts'
import {
  beginCardVisit,
  takeCardReturn,
  type CardOwner,
  type SaveCard,
} from './commands/change-card.ts'
import { closeLastMonth } from './commands/close-last-month.ts'
import { collectDue } from './commands/collect.ts'
import { compensateEntered } from './commands/compensate.ts'
import { lookUpPayment, lookUpPaymentJob } from './commands/pay-bill.ts'
import { lookUpRefund, lookUpRefundJob, refundCredits } from './commands/refund-credit.ts'
import { repairBillJob, repairOneBill } from './commands/repair-close.ts'
import { spendCredits } from './commands/spend-credit.ts'
import { takeUnpaidAnswer, type StopOrders } from './commands/suspend-unpaid.ts'
import { takeOverdueSteps } from './commands/take-overdue-steps.ts'

type Outside = {
  readonly card: CardPort
  /** The same processor, asked while a page waits. */
  readonly cardInTime: CardPort
  readonly cardPage: CardPagePort
  readonly points: PointsPort
  readonly pointsInTime: PointsPort
  readonly saveCard: SaveCard
}

export function createBillingArea(shared: ProcedureDeps, outside: Outside) {
  const deps = { ...shared, ...outside }
  const inTime = { ...deps, card: outside.cardInTime, points: outside.pointsInTime }
  const { now } = shared.clock
  const work: AreaWork = {
    jobs: [
      runJob(lookUpPaymentJob, ({ orderId }) => lookUpPayment(inTime, orderId, now())),
      runJob(lookUpRefundJob, ({ refundId }) => lookUpRefund(deps, refundId, now())),
      runJob(repairBillJob, (bill) => repairOneBill(deps, bill, now())),
    ],
    tasks: [
      { name: 'compensations', run: (at) => compensateEntered(deps, at) },
      { name: 'month-close', run: (at) => closeLastMonth(deps, at) },
      { name: 'credits', run: (at) => spendCredits(deps, at) },
      { name: 'collection', run: (at) => collectDue(deps, at) },
      { name: 'refunds', run: (at) => refundCredits(deps, at) },
    ],
    onExchange: [(tx, outcome, at) => takeUnpaidAnswer(tx, deps, outcome, at)],
  }
  return {
    handlers: billingHandlers(deps),
    work,
    afterCommit: billingAfterCommit(inTime),
    takeCardReturn: (...asked: DropFirst<Parameters<typeof takeCardReturn>>) =>
      takeCardReturn(deps, ...asked),
    beginCardVisit: (
      tx: Parameters<typeof beginCardVisit>[0],
      owner: CardOwner,
      back: string,
      at: Temporal.Instant,
    ) => beginCardVisit(tx, deps, owner, back, at),
  }
}

type DropFirst<List extends readonly unknown[]> = List extends [unknown, ...infer Rest]
  ? Rest
  : never

export function createOverdueArea(shared: ProcedureDeps, stopOrders: StopOrders) {
  const deps = { ...shared, stopOrders }
  const work: AreaWork = {
    tasks: [{ name: 'overdue', run: (now) => takeOverdueSteps(deps, now) }],
  }
  return { work }
}
