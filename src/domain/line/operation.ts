import { suspensions } from '../contract/contract-states.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'

export const lineRules = {
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
} satisfies OperationRules
