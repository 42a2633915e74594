import type { AreaHandlers } from '#backend/area.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { readAverageUse } from '#backend/data/usage/average-use.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import { policy } from '#domain/policy/cut-off.ts'
import { formatRfc3339, isBefore, tokyoDate, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { settledBooking, toReservedPlan } from './bookings.ts'
import { carryMessage } from './estimate.ts'
import { planSizeChange, type SizeBooking } from './procedure.ts'
import type { PlanSizeService } from './service.ts'
import { planCodeIn, sizesOnSale, toWireSize } from './sizes.ts'

type Known = Awaited<ReturnType<PlanSizeService['load']>>

export function planSizeHandlers(service: PlanSizeService) {
  return {
    async couponListGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { now } = caller
      const known = await service.load(caller.db, contractId)
      const { contract, lines, standing } = known
      const { effectiveOn, closesAt = now } = policy.planSizeChange(now)
      const current = toWireSize(contract, lines, planCodeOf(contract), toTokyoDate(now))
      const used = await readAverageUse(caller.db, contract, now)
      return {
        current,
        sizes: sizesOnSale().map((code) => {
          const size = toWireSize(contract, lines, code, effectiveOn)
          return {
            ...size,
            deltaYen: size.monthlyYen - current.monthlyYen,
            current: code === contract.plan_code,
            booked: code === standing?.details.toPlan,
            why: whyOf(known, code, caller),
          }
        }),
        effectiveOn,
        closesAt: formatRfc3339(closesAt),
        ...(used === undefined ? {} : { averageUse: used }),
        asOf: formatRfc3339(now),
      }
    },

    async couponEstimateGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const known = await service.load(caller.db, contractId)
      const { contract, lines, facts, standing } = known
      const { now } = caller
      const estimate = service.estimate(known, query.plan, now)
      const from = service.sizeBefore(known, now)
      const why = whyOf(known, query.plan, caller)
      const replaced =
        why.allowed && standing && isReplaceable(standing, now) ? standing : undefined
      return {
        ...estimate,
        from: toWireSize(contract, lines, from, estimate.effectiveOn),
        to: toWireSize(contract, lines, planCodeIn(query.plan) ?? from, estimate.effectiveOn),
        carryMessage,
        ...(replaced === undefined
          ? {}
          : { replaces: toReservedPlan(replaced, { contract, lines, facts, now }) }),
        why,
      }
    },

    async couponRegisterPost({ body }, caller) {
      const who = whoOf(caller)
      const order = await service.register(caller.db, who, {
        plan: body.plan,
        effectiveOn: tokyoDate(body.effectiveOn),
        conditions: body.conditions,
      })
      const { contract, lines, facts } = await service.load(caller.db, who.contractId)
      return {
        ...toReceipt(planSizeChange, order),
        reserved: toReservedPlan(order, { contract, lines, facts, now: who.now }),
      }
    },

    async couponCancelPost({ body }, caller) {
      const who = whoOf(caller)
      return toReceipt(planSizeChange, await service.undo(caller.db, who, body.orderNo))
    },

    async couponReservedPlanGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { standing, open, ...known } = await service.load(caller.db, contractId)
      const settled = settledBooking(open, standing)
      const toWire = (order: SizeBooking) => toReservedPlan(order, { ...known, now: caller.now })
      return {
        ...(standing === undefined ? {} : { reserved: toWire(standing) }),
        ...(settled === undefined ? {} : { settled: toWire(settled) }),
        asOf: formatRfc3339(caller.now),
      }
    },
  } satisfies AreaHandlers
}

/** The rules asked as at the order; a size that is in force already is refused, whatever is booked. */
function whyOf({ facts }: Known, plan: number, { now }: Caller) {
  // What stands in the way of every size: from when it is free, and whether it may be waited for.
  const allowance = allowanceOf('planSizeChange', facts, now)
  if (!allowance.allowed) return toWireWhy(allowance)
  const decided = decidePlanSize({ type: 'book', planCode: plan }, facts, now)
  const books = decided.ok && decided.value.some((event) => event.type === 'booked')
  if (books) return { allowed: true }
  const reasonCode = decided.ok ? ('SIZE_UNCHANGED' as const) : decided.code
  if (reasonCode === 'NOT_DUE') return { allowed: false }
  return { allowed: false, reasonCode, message: errors[reasonCode].message }
}

function isReplaceable({ undo_until: undoUntil }: SizeBooking, now: Instant): boolean {
  return undoUntil !== null && isBefore(now, undoUntil)
}
