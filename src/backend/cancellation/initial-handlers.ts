import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { isServed } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { findLatestOrder } from '#backend/contract/orders.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { decideInitialCancellation } from '#domain/cancellation/decide-initial-cancellation.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { initialCancellationClock } from '#domain/cancellation/initial-cancellation.ts'
import { daysBetween, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { initialCancelConsequences } from './initial-estimate.ts'
import { initialCancel } from './procedure.ts'
import type { InitialCancelService } from './initial-service.ts'

export function initialCancelHandlers(
  service: InitialCancelService,
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
) {
  return {
    async statusInitialCancelGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { now } = caller
      const known = await loadContract(caller.db, contractId)
      const { facts, lines } = known
      const order = await findLatestOrder(caller.db, contractId, 'initialCancel')
      const may = decideInitialCancellation(facts, now)
      const { totals, conditions } = await service.owed(caller.db, known, now)
      return {
        ...toWireWhy('initialCancel', may),
        state:
          order === undefined
            ? stateOf(may)
            : order.state === 'accepted'
              ? ('accepted' as const)
              : ('submitted' as const),
        ...clockOf(facts, now),
        lines: lines.filter(isServed).map((line) => toLineName(line, sealing)),
        owed: totals,
        consequences: initialCancelConsequences(toTokyoDate(now), book),
        orderNo: order?.order_no,
        conditions,
        asOf: formatRfc3339(now),
      }
    },

    async statusInitialCancelPost({ body }, caller) {
      const order = await service.submit(caller.db, whoOf(caller), body.conditions)
      return toReceipt(initialCancel, order)
    },
  } satisfies AreaHandlers
}

function stateOf(may: ReturnType<typeof decideInitialCancellation>) {
  if (may.ok) return 'eligible' as const
  return may.code === 'INITIAL_CANCEL_PERIOD_OVER' ? ('over' as const) : ('not_applicable' as const)
}

/** The eight days, once both their beginnings are known. */
function clockOf({ documentReceivedOn, serviceStartedOn }: ContractFacts, now: Instant) {
  if (documentReceivedOn === undefined || serviceStartedOn === undefined) return {}
  const clock = initialCancellationClock(documentReceivedOn, serviceStartedOn)
  return {
    countedFrom: clock.firstDay,
    eligibleUntil: clock.lastDay,
    daysLeft: Math.max(0, daysBetween(toTokyoDate(now), clock.lastDay)),
  }
}
