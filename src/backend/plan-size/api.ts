import { contractedLines, monthlyUse } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { readAverageUse } from '#backend/data/public.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { sizeFrom } from '#domain/billing/next-bills.ts'
import { sizeBefore } from '#domain/plan-size/booked-sizes.ts'
import { planSizeTiming } from '#domain/plan-size/timing.ts'
import { formatRfc3339, isBefore, tokyoDate, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { decideBooking, fixedBooking, standingBooking, toReservedPlan } from './queries/bookings.ts'
import { carryMessage, estimateSize } from './queries/estimate.ts'
import { planSizeChange, type SizeBooking } from './procedure.ts'
import { bookSize } from './commands/book-size.ts'
import { undoBooking } from './commands/undo-booking.ts'
import { planCodeIn, sizesOnSale, toWireSize } from './queries/sizes.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'engine' | 'book'>

export const planSizeHandlers = (deps: Deps) =>
  ({ ...sizeOffers(deps), ...sizeBookings(deps) }) satisfies AreaHandlers

/** What sizes there are, and what each would cost. */
function sizeOffers(deps: Deps) {
  const { book } = deps
  return {
    async couponListGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { now } = caller
      const known = await loadContract(caller.db, contractId)
      const { contract } = known
      const use = await loadUse(caller, known)
      const standing = standingBooking(known.open)
      const { effectiveOn, closesAt = now } = planSizeTiming(now)
      const current = toWireSize(use, use.planCode, {
        book,
        on: toTokyoDate(now),
      })
      const used = await readAverageUse(caller.db, contract, now)
      return {
        current,
        sizes: sizesOnSale().map((code) => {
          const size = toWireSize(use, code, { book, on: effectiveOn })
          return {
            ...size,
            deltaYen: size.monthlyYen - current.monthlyYen,
            current: code === contract.plan_code,
            booked: code === standing?.details.toPlan,
            why: whyOf(known, code, now),
          }
        }),
        effectiveOn,
        closesAt: formatRfc3339(closesAt),
        averageUse: used,
        asOf: formatRfc3339(now),
      }
    },

    async couponEstimateGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const known = await loadContract(caller.db, contractId)
      const use = await loadUse(caller, known)
      const standing = standingBooking(known.open)
      const { now } = caller
      const estimate = estimateSize(deps, { ...known, active: use.active }, query.plan, now)
      const from = sizeBefore(known.facts, now)
      const why = whyOf(known, query.plan, now)
      const prices = { book, on: estimate.effectiveOn }
      const replaced =
        why.allowed && standing && isReplaceable(standing, now) ? standing : undefined
      return {
        ...estimate,
        from: toWireSize(use, from, prices),
        to: toWireSize(use, planCodeIn(query.plan) ?? from, prices),
        carryMessage,
        replaces: replaced && toReservedPlan(replaced, known, { use, now, book }),
        nextBills: await loadNextBills(
          caller,
          known,
          sizeFrom(planCodeIn(query.plan) ?? from, estimate.effectiveOn),
          book,
        ),
        why,
      }
    },
  } satisfies AreaHandlers
}

function sizeBookings(deps: Deps) {
  const { book } = deps
  return {
    async couponRegisterPost({ body }, caller) {
      const who = whoOf(caller)
      const order = await bookSize(caller.db, deps, who, {
        plan: body.plan,
        effectiveOn: tokyoDate(body.effectiveOn),
        conditions: body.conditions,
      })
      const known = await loadContract(caller.db, who.contractId)
      const use = await loadUse(caller, known)
      return {
        ...toReceipt(planSizeChange, order),
        reserved: toReservedPlan(order, known, { use, now: who.now, book }),
      }
    },

    async couponCancelPost({ body }, caller) {
      const who = whoOf(caller)
      return toReceipt(planSizeChange, await undoBooking(caller.db, deps, who, body.orderNo))
    },

    async couponReservedPlanGet(_, caller) {
      const { contractId } = memberOf(caller)
      const known = await loadContract(caller.db, contractId)
      const use = await loadUse(caller, known)
      const standing = standingBooking(known.open)
      const fixed = fixedBooking(known.open, standing)
      return {
        reserved: standing && toReservedPlan(standing, known, { use, now: caller.now, book }),
        settled: fixed && toReservedPlan(fixed, known, { use, now: caller.now, book }),
        asOf: formatRfc3339(caller.now),
      }
    },
  } satisfies AreaHandlers
}

function whyOf({ facts }: LoadedContract, plan: number, now: Instant) {
  return toWireWhy('planSizeChange', decideBooking(facts, plan, now))
}

function isReplaceable({ undo_until: undoUntil }: SizeBooking, now: Instant): boolean {
  return undoUntil !== null && isBefore(now, undoUntil)
}

async function loadUse({ db, now }: Caller, known: LoadedContract) {
  const agreed = { contract: known.contract, lines: contractedLines(known) }
  return monthlyUse(agreed, await findActiveOptions(db, known, now))
}
