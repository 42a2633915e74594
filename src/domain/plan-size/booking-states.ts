import { planSizeStateWords } from '#vocabulary/states/plan-size.ts'
import { machine, type StateOf } from '../machine.ts'

/** The booking of another data size for the 1st. */
export const planSizeStates = machine({
  name: 'plan-size-booking',
  title: 'データ容量変更の予約',
  initial: 'none',
  states: planSizeStateWords,
  events: {
    booked: ['member', 'staff'],
    replaced: ['member', 'staff'],
    undone: ['member', 'staff'],
    contract_ended: ['system'],
    applied: ['system'],
  },
  terminal: ['applied', 'cancelled', 'replaced'],
  table: {
    none: { booked: 'reserved' },
    reserved: {
      replaced: 'replaced',
      undone: 'cancelled',
      contract_ended: 'cancelled',
      applied: 'applied',
    },
  },
})

export type PlanSizeState = StateOf<typeof planSizeStates>
