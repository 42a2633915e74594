import type { Operation } from '#vocabulary/operation.ts'
import { cancellationRules } from '../cancellation/operation.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { suspensions } from '../contract/contract-states.ts'
import { documentRules } from '../document/operation.ts'
import { handoverRules } from '../handover/operation.ts'
import { phoneMoveRules } from '../phone-move/operation.ts'
import { planSizeRules } from '../plan-size/operation.ts'
import { portOutRules } from '../port-out/operation.ts'
import { simRules } from '../sim/operation.ts'
import { isBefore, toTokyoDate } from '../tokyo.ts'
import { fine, no } from './matrix.ts'
import { onContract, onLine, served, type OperationRule } from './rule.ts'

/** The rules of every operation: those of the larger procedures by area, the others here. One that is missing does not compile. */
export const operationRules: Readonly<Record<Operation, OperationRule>> = {
  ...planSizeRules,
  ...simRules,
  ...phoneMoveRules,
  ...cancellationRules,
  ...documentRules,
  ...portOutRules,
  ...handoverRules,

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

  lineSuspend: onLine({
    limit: ({ line }) => (line?.state === 'suspended' ? { code: 'ALREADY_SUSPENDED' } : undefined),
  }),
  lineResume: onLine({
    limit: ({ line, actor }) =>
      line?.state === 'suspended' &&
      line.suspension !== undefined &&
      suspensions[line.suspension].resumedBy.includes(actor)
        ? undefined
        : { code: 'NOT_SUSPENDED_AS_LOST' },
  }),
}
