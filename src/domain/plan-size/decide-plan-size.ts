import { isPlanCode, planOn, plans, type PlanCode } from '../catalogue/plan.ts'
import { rowOn } from '../catalogue/dated.ts'
import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts, LineFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { Actor } from '../machine.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { sizeBefore } from './booked-sizes.ts'
import { planSizeTiming } from './timing.ts'
import { isBefore, startOfDay, type Instant, type TokyoDate } from '../tokyo.ts'

export type PlanSizeCommand =
  | { readonly type: 'book'; readonly planCode: number }
  | { readonly type: 'undo' }
  | { readonly type: 'apply' }

export type PlanSizeEventRecord =
  | {
      readonly type: 'booked'
      readonly planCode: PlanCode
      readonly effectiveOn: TokyoDate
      readonly undoUntil: Instant
    }
  | { readonly type: 'replaced' | 'undone'; readonly orderNo: string }
  | { readonly type: 'applied'; readonly orderNo: string; readonly planCode: PlanCode }

export type PlanSizeRefusal =
  | ReasonCode
  | 'PLAN_NOT_ON_SALE'
  | 'SIZE_UNCHANGED'
  | 'SIZE_ALREADY_BOOKED'
  | 'NOTHING_BOOKED'
  | 'NOT_DUE'

/** Books, replaces, undoes or (the system, on the 1st) applies another data size. */
export function decidePlanSize(
  command: PlanSizeCommand,
  facts: ContractFacts,
  now: Instant,
  actor: Actor = 'member',
): Outcome<readonly PlanSizeEventRecord[], PlanSizeRefusal> {
  switch (command.type) {
    case 'book':
      return book(command.planCode, facts, now, actor)
    case 'undo': {
      const may = mayBegin('planSizeUndo', facts, now, undefined, actor)
      if (!may.ok) return may
      if (facts.planSize === undefined) return refused('NOTHING_BOOKED')
      return ok([{ type: 'undone', orderNo: facts.planSize.orderNo }])
    }
    case 'apply':
      return apply(facts, now)
  }
}

function book(
  planCode: number,
  facts: ContractFacts,
  now: Instant,
  actor: Actor,
): Outcome<readonly PlanSizeEventRecord[], PlanSizeRefusal> {
  const may = mayBegin('planSizeChange', facts, now, undefined, actor)
  if (!may.ok) return may
  const { effectiveOn, undoUntil = now } = planSizeTiming(now)
  if (!isPlanCode(planCode) || !isOnSale(planCode, effectiveOn))
    return refused('PLAN_NOT_ON_SALE', { facts: { planCode } })

  const standing = facts.planSize?.state === 'reserved' ? facts.planSize : undefined
  const before = sizeBefore(facts, now)
  const planned = standing?.planCode ?? before
  if (planCode === planned)
    return refused(standing === undefined ? 'SIZE_UNCHANGED' : 'SIZE_ALREADY_BOOKED', {
      facts: { planCode },
    })
  // A booking whose cut-off is over takes effect even if another one is made.
  const replaceable = standing !== undefined && isBefore(now, standing.undoUntil)
  if (planCode === before && replaceable) return ok([{ type: 'undone', orderNo: standing.orderNo }])

  const lines = facts.lines.filter((line) => isThereOn(line, effectiveOn)).length
  if (lines > 1 && !planOn(planCode, effectiveOn).shareable)
    return refused('PLAN_NOT_SHAREABLE', { facts: { planCode, lines } })
  const booked: PlanSizeEventRecord = { type: 'booked', planCode, effectiveOn, undoUntil }
  return ok(replaceable ? [{ type: 'replaced', orderNo: standing.orderNo }, booked] : [booked])
}

function apply(
  { planSize }: ContractFacts,
  now: Instant,
): Outcome<readonly PlanSizeEventRecord[], PlanSizeRefusal> {
  if (planSize?.state !== 'reserved') return refused('NOTHING_BOOKED')
  const { orderNo, planCode, effectiveOn } = planSize
  return isBefore(now, startOfDay(effectiveOn))
    ? refused('NOT_DUE', { facts: { effectiveOn } })
    : ok([{ type: 'applied', orderNo, planCode }])
}

function isThereOn({ state, cancellation }: LineFacts, date: TokyoDate): boolean {
  const leaves = cancellation?.state === 'reserved' ? cancellation.lastDay : undefined
  return state !== 'ended' && (leaves === undefined || leaves >= date)
}

function isOnSale(planCode: PlanCode, on: TokyoDate): boolean {
  return (
    rowOn(
      plans.filter((one) => one.code === planCode),
      on,
    ) !== undefined
  )
}
