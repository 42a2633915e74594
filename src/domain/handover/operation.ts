import { no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'

export const handoverRules = {
  lineHandover: onLine({
    blockedBy: {
      suspended: no,
      unpaid: no,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    // The lock against porting the number out covers giving it to family as well.
    lockedBy: 'numberTransfer',
    proof: 'secondFactor',
  }),
} satisfies OperationRules
