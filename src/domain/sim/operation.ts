import { planOn } from '../catalogue/plan.ts'
import { ruleValue } from '../catalogue/rules.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import { isOpenOrder } from '../exclusion/in-progress.ts'
import { cell, fine, no, type Column } from '../exclusion/matrix.ts'
import { onContract, onLine, type OperationRules } from '../exclusion/rule.ts'
import { refuseWhileUndoable } from '../phone-move/fact.ts'
import { bookedSizes } from '../plan-size/booked-sizes.ts'
import { toTokyoDate } from '../tokyo.ts'

/** Refused during every other procedure, except those given. */
const alone = (own: Partial<Column> = {}): Column => ({
  suspended: no,
  unpaid: no,
  cancellationBooked: no,
  mnpNumberLive: no,
  handoverOpen: no,
  kindChangeOpen: no,
  simOrderOpen: no,
  ...own,
})

export const simRules = {
  simAdd: onContract({
    blockedBy: alone({ handoverOpen: fine }),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ facts, now }) => {
      const today = toTokyoDate(now)
      if (!planOn(facts.planCode, today).shareable) return { code: 'PLAN_NOT_SHAREABLE' }
      // A booked size takes effect on its day with the new line in the contract, so it must be shareable too.
      const tooSmall = bookedSizes(facts).find(
        ({ planCode, effectiveOn }) => !planOn(planCode, effectiveOn).shareable,
      )
      if (tooSmall !== undefined)
        return { code: 'BOOKED_PLAN_NOT_SHAREABLE', blockedBy: tooSmall.orderNo }
      return linesWithComing(facts) >= ruleValue('linesMax', today)
        ? { code: 'LINE_LIMIT_REACHED' }
        : undefined
    },
  }),
  simReissue: onLine({
    blockedBy: alone({
      suspended: cell('refused', 'line', ['lost']),
      kindChangeOpen: cell('refused', 'contract'),
    }),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
  simKindChange: onLine({
    blockedBy: alone(),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
} satisfies OperationRules

/** An ordered line is prepared in its place: the order and the line that waits for it are one. */
function linesWithComing({ lines, addOrders }: ContractFacts): number {
  const preparing = lines.filter(({ state }) => state === 'preparing').length
  const others = lines.filter(({ state }) => state !== 'preparing' && state !== 'ended').length
  return others + Math.max(preparing, addOrders.filter(isOpenOrder).length)
}
