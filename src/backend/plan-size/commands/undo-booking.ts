import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import { planSizeMessage } from '../messages.ts'
import { planSizeChange, type SizeBooking } from '../procedure.ts'
import { factsOfBooking } from '../queries/bookings.ts'

/** @throws RefusalError NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
export async function undoBooking(
  tx: Db,
  { engine }: Pick<ProcedureDeps, 'engine'>,
  who: Who,
  orderNo: string,
): Promise<SizeBooking> {
  const { contractId, now } = who
  const { facts } = await loadContract(tx, contractId, { lock: true })
  const order = await planSizeChange.find(tx, { contractId, orderNo })
  requireOk(decidePlanSize({ type: 'undo' }, factsOfBooking(facts, order), now))
  return takeOrderStep(tx, engine, who, {
    procedure: planSizeChange,
    step: planSizeChange.advance(orderNo, {
      event: 'undone',
      merge: { nextSteps: [nextStep('データ容量は変わりません。')] },
    }),
    audit: { action: 'plan-size-booking-undone' },
    message: (facts) => planSizeMessage('undone', facts),
  })
}
