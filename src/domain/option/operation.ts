import { fine, no } from '../exclusion/matrix.ts'
import { onContract, type OperationRules } from '../exclusion/rule.ts'

export const optionRules = {
  optionJoin: onContract({
    blockedBy: {
      suspended: no,
      unpaid: no,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: fine,
      kindChangeOpen: fine,
      simOrderOpen: fine,
    },
  }),
  optionLeave: onContract(),
} satisfies OperationRules
