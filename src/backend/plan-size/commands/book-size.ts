import { findActiveOptions } from '#backend/contract/options.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { limitStep, nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { sizeBefore } from '#domain/plan-size/booked-sizes.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { decideBooking, standingBooking } from '../queries/bookings.ts'
import { estimateSize } from '../queries/estimate.ts'
import { planSizeMessage } from '../messages.ts'
import { planSizeChange, type SizeBooking } from '../procedure.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine' | 'book'>

/** Books the size for the next 1st; a standing booking is replaced. */
export async function bookSize(
  tx: Db,
  deps: Deps,
  who: Who,
  request: { plan: number; effectiveOn: TokyoDate; conditions: string },
): Promise<SizeBooking> {
  const { now } = who
  const known = await loadContract(tx, who.contractId, { lock: true })
  const { booked, replaces } = requireOk(decideBooking(known.facts, request.plan, now))
  if (booked.effectiveOn !== request.effectiveOn) throw new RefusalError('CUT_OFF_PASSED')
  const active = await findActiveOptions(tx, known, now)
  const confirmed = estimateSize(deps, { ...known, active }, request.plan, now)
  requireConditions(request.conditions, confirmed)

  const replaced = replaces ? standingBooking(known.open) : undefined
  if (replaced) await planSizeChange.advance(replaced.order_no, { event: 'replaced' })(tx, who)
  const fromPlan = sizeBefore(known.facts, now)
  const { planCode: toPlan, effectiveOn, undoUntil } = booked
  return takeOrderStep(tx, deps.engine, who, {
    procedure: planSizeChange,
    step: planSizeChange.open({
      procedure: 'planSizeChange',
      event: 'booked',
      effectiveOn,
      undoUntil,
      details: {
        fromPlan,
        toPlan,
        estimate: { ...confirmed, why: { allowed: true } },
        replacedOrderNo: replaced?.order_no,
        replacedTitle: replaced && planSizeChange.title(replaced),
        nextSteps: [
          limitStep('取り消しや別の容量への変更ができます。', undoUntil),
          nextStep('0時に新しいデータ容量になります。', effectiveOn),
        ],
      },
    }),
    audit: {
      action: replaced ? 'plan-size-booking-replaced' : 'plan-size-booked',
      details: { fromPlan, toPlan, effectiveOn },
    },
    message: (facts) => planSizeMessage('booked', facts),
  })
}

/** Books what waited in the queue, at the conditions of now. */
export async function bookQueuedSize(
  tx: Db,
  deps: Deps,
  who: Who,
  plan: number,
): Promise<SizeBooking> {
  const known = await loadContract(tx, who.contractId, { lock: true })
  const active = await findActiveOptions(tx, known, who.now)
  const { conditions, effectiveOn } = estimateSize(deps, { ...known, active }, plan, who.now)
  return bookSize(tx, deps, who, { plan, effectiveOn, conditions })
}
