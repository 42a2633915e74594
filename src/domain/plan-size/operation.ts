import { fine, no } from '../exclusion/matrix.ts'
import { onContract, type OperationRules } from '../exclusion/rule.ts'
import { isBefore } from '../tokyo.ts'

export const planSizeRules = {
  planSizeChange: onContract({
    blockedBy: {
      suspended: no,
      unpaid: fine,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: fine,
      kindChangeOpen: fine,
      simOrderOpen: fine,
    },
    beginsByItself: true,
  }),
  planSizeUndo: onContract({
    limit: ({ facts: { planSize }, now }) => {
      if (planSize?.state !== 'reserved') return { code: 'NOTHING_BOOKED' }
      return isBefore(now, planSize.undoUntil)
        ? undefined
        : { code: 'UNDO_LIMIT_PASSED', blockedBy: planSize.orderNo }
    },
  }),
} satisfies OperationRules
