import { isPlanCode } from '#domain/catalogue/plan.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { served } from '#domain/exclusion/rule.ts'
import {
  addMonths,
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { baseGrant } from './grant.ts'

/** When the next base comes and how much, at the contract's present size; none for a size without data. */
function nextBaseGrant(planCode: number, at: Instant) {
  if (!isPlanCode(planCode)) return undefined
  const month = addMonths(toTokyoMonth(at), 1)
  const next = baseGrant(month, planCode)
  return next.grantedBytes > 0
    ? { at: startOfDay(startOfMonth(month)), bytes: next.grantedBytes }
    : undefined
}

/** By the size in force then; nothing for a contract that has ended or ends before, or has no data. */
export function nextGrant(facts: ContractFacts, endsOn: TokyoDate | null, now: Temporal.Instant) {
  const firstDay = startOfMonth(addMonths(toTokyoMonth(now), 1))
  const lastDay = endsOn ?? facts.cancellation?.lastDay
  if (!served.includes(facts.state) || (lastDay !== undefined && lastDay < firstDay))
    return undefined
  const { planSize } = facts
  const isBooked = planSize?.state === 'reserved' && planSize.effectiveOn <= firstDay
  return nextBaseGrant(isBooked ? planSize.planCode : facts.planCode, now)
}
