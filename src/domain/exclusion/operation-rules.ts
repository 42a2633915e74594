import type { Operation } from '#vocabulary/operation.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { Actor } from '../machine.ts'
import type { Wish } from './matrix.ts'

type OperationRule = {
  readonly on: 'contract' | 'line'
  readonly actors: readonly Actor[]
  /** States of the contract in which it makes sense at all. */
  readonly states: readonly ContractState[]
  /** Column of the matrix it stands in. */
  readonly wish?: Wish
  /** The password must have been typed within the last minutes (quality §3). */
  readonly freshLogin: boolean
  /** The queue can begin it by itself; a SIM order needs choices made on the day (size, hour, identity). */
  readonly beginsByItself: boolean
}

const served: readonly ContractState[] = ['active', 'suspended', 'cancel_reserved']
const begun: readonly ContractState[] = [
  'accepted',
  'preparing',
  'shipped',
  'activating',
  ...served,
]
const documented: readonly ContractState[] = [
  ...begun,
  'terminated',
  'initial_cancelled',
  'ported_out',
]
const byMember: readonly Actor[] = ['member', 'staff']

const onContract = (
  states: readonly ContractState[],
  wish?: Wish,
  more: Partial<OperationRule> = {},
): OperationRule => ({
  on: 'contract',
  actors: byMember,
  states,
  freshLogin: false,
  beginsByItself: false,
  ...(wish === undefined ? {} : { wish }),
  ...more,
})
const onLine = (wish?: Wish, more: Partial<OperationRule> = {}): OperationRule => ({
  ...onContract(served, wish, more),
  on: 'line',
})
const fresh = { freshLogin: true }
const waits = { beginsByItself: true }

export const operationRules: Readonly<Record<Operation, OperationRule>> = {
  planSizeChange: onContract(served, 'planSizeChange', waits),
  planSizeUndo: onContract(served),
  simAdd: onContract(served, 'simAdd', fresh),
  simReissue: onLine('simReissue', fresh),
  simKindChange: onLine('simKindChange', fresh),
  lineCancel: onLine('cancel', fresh),
  contractCancel: onContract(served, 'cancel', fresh),
  cancelUndo: onContract(served, undefined, fresh),
  initialCancel: onContract(begun, undefined, fresh),
  portOut: onLine('portOut', fresh),
  optionJoin: onContract(served, 'optionJoin'),
  optionLeave: onContract(served),
  // ours: data is sold to whoever could also join an option, and to those about to leave.
  topUp: onContract(served),
  highSpeedSwitch: onLine(),
  lineSuspend: onLine(),
  lineResume: onLine(),
  paperCopy: onContract(documented),
}
