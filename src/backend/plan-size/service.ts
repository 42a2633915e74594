import type { OptionFact } from '#domain/option/decide-option.ts'
import { findHeldOptions } from '#backend/contract/options.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { limitStep, nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { isPlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { sizeBefore } from '#domain/plan-size/booked-sizes.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { decideBooking, factsOfBooking, standingBooking } from './bookings.ts'
import { estimatePlanSize } from './estimate.ts'
import { planSizeMessage } from './messages.ts'
import { planSizeChange, type SizeBooking } from './procedure.ts'

export type PlanSizeService = ReturnType<typeof createPlanSizeService>

export function createPlanSizeService({
  sealing,
  commit,
  book,
}: {
  sealing: Sealing
  commit: Commit
  book: PriceBook
}) {
  /** @throws RefusalError PLAN_NOT_ON_SALE for a code the catalogue does not have. */
  function estimate(
    known: LoadedContract & { readonly held: readonly OptionFact[] },
    plan: number,
    now: Instant,
  ) {
    if (!isPlanCode(plan)) throw new RefusalError('PLAN_NOT_ON_SALE')
    return estimatePlanSize(
      { ...known, from: sizeBefore(known.facts, now), to: plan, sealing, book },
      now,
    )
  }

  /** Books the size for the next 1st; a standing booking is replaced. */
  async function register(
    tx: Db,
    who: Who,
    wish: { plan: number; effectiveOn: TokyoDate; conditions: string },
  ): Promise<SizeBooking> {
    const { now } = who
    const known = await loadContract(tx, who.contractId, { lock: true })
    const { booked, replaces } = requireOk(decideBooking(known.facts, wish.plan, now))
    if (booked.effectiveOn !== wish.effectiveOn) throw new RefusalError('CUT_OFF_PASSED')
    const held = await findHeldOptions(tx, known, now)
    const confirmed = estimate({ ...known, held }, wish.plan, now)
    requireConditions(wish.conditions, confirmed)

    const replaced = replaces ? standingBooking(known.open) : undefined
    if (replaced) await planSizeChange.advance(replaced.order_no, { event: 'replaced' })(tx, who)
    const fromPlan = sizeBefore(known.facts, now)
    const { planCode: toPlan, effectiveOn, undoUntil } = booked
    return commit.order(tx, who, {
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
      message: (told) => planSizeMessage('booked', told),
    })
  }

  /** Books what waited in the queue, at the conditions of now. */
  async function registerQueued(tx: Db, who: Who, plan: number): Promise<SizeBooking> {
    const known = await loadContract(tx, who.contractId, { lock: true })
    const held = await findHeldOptions(tx, known, who.now)
    const { conditions, effectiveOn } = estimate({ ...known, held }, plan, who.now)
    return register(tx, who, { plan, effectiveOn, conditions })
  }

  /** @throws RefusalError NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
  async function undo(tx: Db, who: Who, orderNo: string): Promise<SizeBooking> {
    const { contractId, now } = who
    const { facts } = await loadContract(tx, contractId, { lock: true })
    const order = await planSizeChange.find(tx, { contractId, orderNo })
    requireOk(decidePlanSize({ type: 'undo' }, factsOfBooking(facts, order), now))
    return commit.order(tx, who, {
      procedure: planSizeChange,
      step: planSizeChange.advance(orderNo, {
        event: 'undone',
        merge: { nextSteps: [nextStep('データ容量は変わりません。')] },
      }),
      audit: { action: 'plan-size-booking-undone' },
      message: (told) => planSizeMessage('undone', told),
    })
  }

  return { estimate, register, registerQueued, undo }
}
