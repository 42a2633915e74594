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

const onContract = (states: readonly ContractState[], wish?: Wish): OperationRule => ({
  on: 'contract',
  actors: byMember,
  states,
  ...(wish === undefined ? {} : { wish }),
})
const onLine = (wish?: Wish): OperationRule => ({ ...onContract(served, wish), on: 'line' })

export const operationRules: Readonly<Record<Operation, OperationRule>> = {
  planSizeChange: onContract(served, 'planSizeChange'),
  planSizeUndo: onContract(served),
  simAdd: onContract(served, 'simAdd'),
  simReissue: onLine('simReissue'),
  simKindChange: onLine('simKindChange'),
  lineCancel: onLine('cancel'),
  contractCancel: onContract(served, 'cancel'),
  cancelUndo: onContract(served),
  initialCancel: onContract(begun),
  portOut: onLine('portOut'),
  optionJoin: onContract(served, 'optionJoin'),
  optionLeave: onContract(served),
  // ours: data is sold to whoever could also join an option, and to those about to leave.
  topUp: onContract(served),
  highSpeedSwitch: onLine(),
  lineSuspend: onLine(),
  lineResume: onLine(),
  paperCopy: onContract(documented),
}
