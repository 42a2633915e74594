import { begun, onContract, type OperationRules } from '../exclusion/rule.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { type PaperState, paperStates } from './paper-states.ts'

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

/** How far the last paper copy has come. */
export function paperFact(orders: readonly StoredOrder[]): PaperState {
  const state = ordersOf(orders, 'paperCopy').at(-1)?.state ?? 'none'
  return paperStates.isState(state) ? state : 'none'
}
