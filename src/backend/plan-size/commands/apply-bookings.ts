import { changeContract } from '#backend/contract/change.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { byContract } from '#backend/jobs/side-by-side.ts'
import type { Log } from '#backend/log.ts'
import { takeOrderStep, type StepEngine } from '#backend/procedure/take-order-step.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import { startOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { factsOfBooking } from '../queries/bookings.ts'
import { planSizeMessage } from '../messages.ts'
import { planSizeChange, type SizeBooking } from '../procedure.ts'

type Deps = {
  database: DatabaseHandle
  engine: StepEngine
  log: Log
}

/** Sizes put in force at the same time: a month rollover has tens of thousands of them. */
const AT_ONCE = 2

/**
 * Puts the sizes that are due in force. Runs at 00:00 of the 1st before the base grant of the month, so that the grant
 * is the new size's; a booking that was missed is applied by the next run. One contract's failure stops no other.
 */
export async function applyBookings({ database, engine, log }: Deps, now: Instant): Promise<void> {
  const orders = await planSizeChange.findOpen(database.db, ['reserved'], toTokyoDate(now))
  await byContract(orders.map(keyOf), AT_ONCE, (key) =>
    isolated(log, key, 'plan size booking not applied', () =>
      database.db.transaction().execute((tx) => applyOne(tx, engine, key, now)),
    ),
  )
}

async function applyOne(tx: Db, engine: StepEngine, key: OrderKey, now: Instant) {
  const { contractId, orderNo } = key
  const { contract, facts } = await loadContract(tx, contractId, { lock: true })
  const by: By = { actor: 'system', contractId, now }
  const order = await planSizeChange.find(tx, key)
  const decided = decidePlanSize({ type: 'apply' }, factsOfBooking(facts, order), now, 'system')
  if (!decided.ok) return
  const applied = decided.value.find((event) => event.type === 'applied')
  if (applied === undefined) return
  const plan = planOn(applied.planCode, toTokyoDate(now))
  const lines = facts.lines.filter((line) => line.state !== 'ended').length
  if (lines > 1 && !plan.shareable) return giveUp(tx, engine, by, order)
  const course = plan.shareable ? contract.course : 'single'
  const change = { plan_code: applied.planCode, course } as const
  // However late the task: the size counts from its own day, and so does its price.
  const countsFrom = startOfDay(order.effective_on ?? toTokyoDate(now))
  await changeContract(tx, contractId, change, { ...by, countsFrom })
  await takeOrderStep(tx, engine, by, {
    procedure: planSizeChange,
    step: planSizeChange.advance(orderNo, { event: 'applied' }),
    audit: {
      action: 'plan-size-applied',
      details: { fromPlan: contract.plan_code, toPlan: applied.planCode },
    },
    message: (facts) => planSizeMessage('applied', facts),
  })
}

/** A line was added after the booking, and the booked size cannot be shared. */
async function giveUp(tx: Db, engine: StepEngine, by: By, order: SizeBooking) {
  const details = { reason: 'PLAN_NOT_SHAREABLE' }
  await takeOrderStep(tx, engine, by, {
    procedure: planSizeChange,
    step: planSizeChange.advance(order.order_no, { event: 'contract_ended', details }),
    audit: { action: 'plan-size-booking-given-up', details },
    message: (facts) => planSizeMessage('given-up', facts),
  })
}
