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
    // Whoever locked the number against being taken away did not mean this way only.
    lockedBy: 'numberTransfer',
    proof: 'secondFactor',
  }),
} satisfies OperationRules
