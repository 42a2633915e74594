import { cell, no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'
import { mnpValidity } from '../policy/mnp-number.ts'
import { isBefore } from '../tokyo.ts'

export const portOutRules = {
  portOut: onLine({
    blockedBy: {
      // Policy: a member whose phone is lost may still port the number.
      suspended: cell('refused', 'line', ['lost']),
      unpaid: no,
      cancellationBooked: cell('replaces'),
      // A second number for the same line.
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    repeats: 'mnpNumberLive',
    lockedBy: 'numberTransfer',
    proof: 'secondFactor',
    limit: ({ line, now }) => {
      if (line?.kind !== 'voice') return { code: 'NOT_VOICE_LINE' }
      const { issuedOn, state } = line.mnp ?? {}
      // A refused request never had a valid number, so there is no cooldown.
      if (issuedOn === undefined || state === 'refused') return undefined
      const { expiresAt, renewableAt } = mnpValidity(issuedOn)
      const cooling = !isBefore(now, expiresAt) && isBefore(now, renewableAt)
      return cooling
        ? { code: 'MNP_NUMBER_COOLDOWN', freeFrom: renewableAt, blockedBy: line.mnp?.orderNo }
        : undefined
    },
  }),
} satisfies OperationRules
