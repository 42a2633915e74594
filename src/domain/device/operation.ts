import { fine, no } from '../exclusion/matrix.ts'
import { onContract, onLine, served, type OperationRules } from '../exclusion/rule.ts'

export const deviceRules = {
  /** A suspended SIM is seen in no device; nothing else blocks what is paid for. */
  deviceRegister: onLine({
    blockedBy: {
      suspended: no,
      unpaid: fine,
      cancellationBooked: fine,
      mnpNumberLive: fine,
      handoverOpen: fine,
      kindChangeOpen: fine,
      simOrderOpen: fine,
    },
  }),
  /** Damage during the cover can be claimed afterwards. */
  deviceClaim: onContract({
    states: [...served, 'terminated', 'initial_cancelled', 'ported_out'],
  }),
} satisfies OperationRules
