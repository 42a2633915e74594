import { begun, onContract, type OperationRules } from '../exclusion/rule.ts'

export const documentRules = {
  paperCopy: onContract({
    states: [...begun, 'terminated', 'initial_cancelled', 'ported_out'],
    tooEarly: 'DOCUMENT_NOT_READY',
    limit: ({ facts: { paper } }) =>
      paper === 'ordered' || paper === 'printed' || paper === 'shipped'
        ? { code: 'PAPER_ALREADY_ORDERED' }
        : undefined,
  }),
} satisfies OperationRules
