import type { AreaHandlers } from '#backend/area.ts'
import { memberOf, requireFreshLogin } from '#backend/caller.ts'
import { findLines, isServed } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { findLatestOrder } from '#backend/contract/orders.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { allowanceOf, type Allowance } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { initialCancellationClock } from '#domain/policy/initial-cancellation.ts'
import { daysBetween, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { initialCancelConsequences } from './initial-estimate.ts'
import { initialCancel } from './procedure.ts'
import type { InitialCancelService } from './initial-service.ts'

export function initialCancelHandlers(service: InitialCancelService, sealing: Sealing) {
  return {
    async statusInitialCancelGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { now } = caller
      const facts = await loadFacts(caller.db, contractId)
      const lines = await findLines(caller.db, contractId)
      const order = await findLatestOrder(caller.db, contractId, 'initialCancel')
      const allowance = allowanceOf('initialCancel', facts, now)
      const { totals, conditions } = await service.owed(caller.db, contractId, now)
      return {
        ...toWireWhy(allowance),
        state:
          order === undefined
            ? stateOf(allowance)
            : order.state === 'accepted'
              ? ('accepted' as const)
              : ('submitted' as const),
        ...clockOf(facts, now),
        lines: lines.filter(isServed).map((line) => toLineName(line, sealing)),
        owed: totals,
        consequences: initialCancelConsequences(toTokyoDate(now)),
        ...(order === undefined ? {} : { orderNo: order.order_no }),
        conditions,
        asOf: formatRfc3339(now),
      }
    },

    async statusInitialCancelPost({ body }, caller) {
      requireFreshLogin(caller)
      const order = await service.submit(caller.db, whoOf(caller), body.conditions)
      return toReceipt(initialCancel, order)
    },
  } satisfies AreaHandlers
}

function stateOf({ allowed, reasonCode }: Allowance) {
  if (allowed) return 'eligible' as const
  return reasonCode === 'INITIAL_CANCEL_PERIOD_OVER'
    ? ('over' as const)
    : ('not_applicable' as const)
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
