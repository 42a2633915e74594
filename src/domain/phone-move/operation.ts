import { cell, no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'
import { refuseWhileUndoable } from './fact.ts'

export const phoneMoveRules = {
  phoneMove: onLine({
    blockedBy: {
      // Whoever has lost the phone goes on with another one.
      suspended: cell('refused', 'line', ['lost']),
      unpaid: no,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    lockedBy: 'simChange',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
} satisfies OperationRules
