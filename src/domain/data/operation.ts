import { ruleValue } from '../catalogue/rules.ts'
import { onContract, onLine, type OperationRules } from '../exclusion/rule.ts'
import { isBefore, toTokyoDate } from '../tokyo.ts'

export const dataRules = {
  // ours: data is sold to everybody who could also join an option, and to those about to leave.
  topUp: onContract({
    lockedBy: 'topUp',
    limit: ({ facts }) => {
      if (facts.state === 'suspended') return { code: 'SUSPENDED' }
      return facts.unpaid ? { code: 'UNPAID' } : undefined
    },
  }),
  highSpeedSwitch: onLine({
    limit: ({ facts, line, now }) => {
      if (facts.state === 'suspended' || line?.state === 'suspended') return { code: 'SUSPENDED' }
      if (line?.highSpeedChangedAt === undefined) return undefined
      const seconds = ruleValue('highSpeedChangePause', toTokyoDate(now))
      const freeFrom = line.highSpeedChangedAt.add({ seconds })
      return isBefore(now, freeFrom) ? { code: 'HIGH_SPEED_CHANGED_RECENTLY', freeFrom } : undefined
    },
  }),
} satisfies OperationRules
