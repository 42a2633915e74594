import { recordAudit } from '#backend/audit.ts'
import { findContract, findLines, lockContract } from '#backend/contract/contracts.ts'
import { loadFacts, planCodeOf } from '#backend/contract/facts.ts'
import { requireOk, requirePermission } from '#backend/contract/permissions.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { findOpenOrders } from '#backend/contract/orders.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { isPlanCode } from '#domain/catalogue/plan.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { factsOfBooking, standingBooking } from './bookings.ts'
import { estimatePlanSize } from './estimate.ts'
import { planSizeMessage } from './messages.ts'
import { planSizeChange, type SizeBooking } from './procedure.ts'

export type PlanSizeService = ReturnType<typeof createPlanSizeService>

export function createPlanSizeService({ sealing, outbox }: { sealing: Sealing; outbox: Outbox }) {
  /** Everything an answer about sizes is made of; with `lock` inside a change. */
  async function load(db: Db, contractId: string, lock = false) {
    const contract = await (lock ? lockContract(db, contractId) : findContract(db, contractId))
    const lines = await findLines(db, contractId)
    const open = await findOpenOrders(db, contractId)
    const facts = await loadFacts(db, contractId)
    return { contract, lines, facts, open, standing: standingBooking(open) }
  }

  /**
   * What the member would get from now on: the booked size where its cut-off is over, since it will be in force when
   * a booking made now takes effect; else the size in force.
   */
  function sizeBefore({ contract, standing }: Awaited<ReturnType<typeof load>>, now: Instant) {
    const locked = standing?.undo_until && Temporal.Instant.compare(standing.undo_until, now) <= 0
    return locked ? standing.details.toPlan : planCodeOf(contract)
  }

  /** @throws Refusal PLAN_NOT_ON_SALE for a code the catalogue does not have. */
  function estimate(known: Awaited<ReturnType<typeof load>>, plan: number, now: Instant) {
    if (!isPlanCode(plan)) throw new Refusal('PLAN_NOT_ON_SALE')
    const { contract, lines } = known
    return estimatePlanSize(
      { contract, lines, from: sizeBefore(known, now), to: plan, sealing },
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
    const known = await load(tx, who.contractId, true)
    requirePermission(known.facts, 'planSizeChange', { now })
    const events = requireOk(
      decidePlanSize({ type: 'book', planCode: wish.plan }, known.facts, now),
    )
    const booked = events.find((event) => event.type === 'booked')
    // Wishing for the size in force is no booking: what stands is undone by its own call.
    if (booked === undefined) throw new Refusal('SIZE_UNCHANGED')
    if (booked.effectiveOn !== wish.effectiveOn) throw new Refusal('CUT_OFF_PASSED')
    const confirmed = estimate(known, wish.plan, now)
    requireConditions(wish.conditions, confirmed)

    const replaced = events.some((event) => event.type === 'replaced') ? known.standing : undefined
    if (replaced)
      await planSizeChange.advance(
        tx,
        { contractId: who.contractId, orderNo: replaced.order_no },
        { event: 'replaced', actor: 'member', now },
      )
    const fromPlan = sizeBefore(known, now)
    const order = await planSizeChange.open(tx, {
      contractId: who.contractId,
      procedure: 'planSizeChange',
      event: 'booked',
      actor: 'member',
      now,
      effectiveOn: booked.effectiveOn,
      undoUntil: booked.undoUntil,
      details: {
        fromPlan,
        toPlan: booked.planCode,
        estimate: { ...confirmed, why: { allowed: true } },
        ...(replaced && {
          replacedOrderNo: replaced.order_no,
          replacedTitle: planSizeChange.title(replaced),
        }),
        nextSteps: [
          nextStep('ここまで、取り消しや別の容量への変更ができます。', booked.undoUntil),
          nextStep('0時に新しいデータ容量になります。', booked.effectiveOn),
        ],
      },
    })
    await recordAudit(tx, {
      ...auditOf(who, { fromPlan, toPlan: booked.planCode, effectiveOn: booked.effectiveOn }),
      action: replaced ? 'plan-size-booking-replaced' : 'plan-size-booked',
      target: order.order_no,
    })
    const { accountId } = who
    await outbox.post(tx, planSizeMessage('booked', { accountId, order }), now)
    return order
  }

  /** Books what waited in the queue, at the conditions of now. */
  async function registerQueued(tx: Db, who: Who, plan: number): Promise<SizeBooking> {
    const known = await load(tx, who.contractId, true)
    const { conditions, effectiveOn } = estimate(known, plan, who.now)
    return register(tx, who, { plan, effectiveOn, conditions })
  }

  /** @throws Refusal NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
  async function undo(tx: Db, who: Who, orderNo: string): Promise<SizeBooking> {
    const { contractId, now } = who
    const { facts } = await load(tx, contractId, true)
    const order = await planSizeChange.find(tx, { contractId, orderNo })
    requireOk(decidePlanSize({ type: 'undo' }, factsOfBooking(facts, order), now))
    const undone = await planSizeChange.advance(
      tx,
      { contractId, orderNo },
      {
        event: 'undone',
        actor: 'member',
        now,
        merge: { nextSteps: [nextStep('データ容量は変わりません。')] },
      },
    )
    await recordAudit(tx, { ...auditOf(who), action: 'plan-size-booking-undone', target: orderNo })
    const { accountId } = who
    await outbox.post(tx, planSizeMessage('undone', { accountId, order: undone }), now)
    return undone
  }

  return { load, sizeBefore, estimate, register, registerQueued, undo }
}
