import { startOfDay, endOfDay, isBefore, type Instant } from '../tokyo.ts'
import { bookedSizes } from '../plan-size/booked-sizes.ts'
import type { CancellationFact, ContractFacts, LineFacts, PlanSizeFact } from './facts.ts'
import { isBooked, isMnpLive, isOpenOrder } from './in-progress.ts'

/**
 * The contract as it will be at `at`, once every SIM order and MNP request of unknown end is over. What ends by the
 * calendar (a booked size, the last day of a cancellation, the validity of a number) has ended if its day has come.
 */
export function onceOver(facts: ContractFacts, at: Instant): ContractFacts {
  const applied = bookedSizes(facts).findLast(
    ({ effectiveOn }) => !isBefore(at, startOfDay(effectiveOn)),
  )
  const lines = facts.lines.map((line) => lineOnceOver(line, at))
  const isOver = hasEnded(facts.cancellation, at) || lines.every((line) => line.state === 'ended')
  return {
    ...facts,
    state: isOver ? 'terminated' : facts.state,
    planCode: applied?.planCode ?? facts.planCode,
    planSize: stillBooked(facts.planSize, applied),
    addOrders: facts.addOrders.filter((order) => !isOpenOrder(order)),
    lines,
  }
}

function stillBooked(
  planSize: PlanSizeFact | undefined,
  applied: Pick<PlanSizeFact, 'orderNo'> | undefined,
): PlanSizeFact | undefined {
  if (applied === undefined || planSize === undefined) return planSize
  return applied.orderNo === planSize.orderNo ? undefined : { ...planSize, settled: undefined }
}

function lineOnceOver(line: LineFacts, at: Instant): LineFacts {
  const { mnp, simOrders } = line
  const kindChange = simOrders.find((order) => order.kind === 'kindChange' && isOpenOrder(order))
  const neverEnds = mnp?.issuedOn === undefined && isMnpLive(mnp, at)
  return {
    ...line,
    state: hasEnded(line.cancellation, at) ? 'ended' : line.state,
    kind: kindChange?.toKind ?? line.kind,
    simOrders: simOrders.filter((order) => !isOpenOrder(order)),
    mnp: neverEnds ? undefined : mnp,
    phoneMove: undefined,
  }
}

function hasEnded(cancellation: CancellationFact | undefined, at: Instant): boolean {
  const lastDay = isBooked(cancellation) ? cancellation?.lastDay : undefined
  return lastDay !== undefined && !isBefore(at, endOfDay(lastDay))
}
