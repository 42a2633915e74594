import type { PlanCode } from '../catalogue/plan.ts'
import type { ContractFacts, PlanSizeFact } from '../exclusion/facts.ts'
import { isBefore, type Instant } from '../tokyo.ts'

type BookedSize = Omit<PlanSizeFact, 'settled'>

/** The bookings in force, in the order in which they take effect: two where the cut-off of the first is over. */
export function bookedSizes({ planSize }: Pick<ContractFacts, 'planSize'>): readonly BookedSize[] {
  if (planSize?.state !== 'reserved') return []
  return planSize.settled === undefined ? [planSize] : [planSize.settled, planSize]
}

/**
 * The size that a booking made now would change: of the booking whose cut-off is over, since it will be in force by
 * then; else the size in force.
 */
export function sizeBefore(
  facts: Pick<ContractFacts, 'planSize' | 'planCode'>,
  now: Instant,
): PlanCode {
  const lastFixed = bookedSizes(facts).findLast(({ undoUntil }) => !isBefore(now, undoUntil))
  return lastFixed?.planCode ?? facts.planCode
}
