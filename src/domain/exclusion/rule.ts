import type { LockKind } from '#vocabulary/lock.ts'
import type { Operation } from '#vocabulary/operation.ts'
import type { Proof } from '#vocabulary/proof.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { Actor } from '../machine.ts'
import type { Instant } from '../tokyo.ts'
import type { ContractFacts, LineFacts } from './facts.ts'
import type { Blocker, Column } from './matrix.ts'
import type { ReasonCode } from './reason.ts'

type Asked = {
  readonly facts: ContractFacts
  /** Set for operations on a line. */
  readonly line: LineFacts | undefined
  readonly now: Instant
  readonly actor: Actor
}

/** What the rules know of one operation, declared beside its procedure. */
export type OperationRule = {
  readonly on: 'contract' | 'line'
  readonly actors: readonly Actor[]
  /** States of the contract in which it makes sense at all. */
  readonly states: readonly ContractState[]
  /** The reason given in the states before them. */
  readonly tooEarly: ReasonCode
  /** Its column of the exclusion matrix. */
  readonly blockedBy?: Column
  /** What is in progress when it was done already; again it may be wanted later than the rest. */
  readonly repeats?: Blocker
  /** The lock of the member's own that refuses it. */
  readonly lockedBy?: LockKind
  /** What it asks for itself, beside the matrix. */
  readonly limit?: (asked: Asked) => Refusal<ReasonCode, Instant> | undefined
  /** What the login must be like for it to be queued (quality §3). */
  readonly proof?: Proof
  /** The queue can begin it by itself; a SIM order needs choices made on the day (size, hour, identity). */
  readonly beginsByItself: boolean
}

/** The rules of some operations, by name. */
export type OperationRules = Partial<Readonly<Record<Operation, OperationRule>>>

export const served: readonly ContractState[] = ['active', 'suspended', 'cancel_reserved']
export const begun: readonly ContractState[] = [
  'accepted',
  'preparing',
  'shipped',
  'activating',
  ...served,
]

export const onContract = (own: Partial<OperationRule> = {}): OperationRule => ({
  on: 'contract',
  actors: ['member', 'staff'],
  states: served,
  tooEarly: 'CONTRACT_NOT_ACTIVE',
  beginsByItself: false,
  ...own,
})

export const onLine = (own: Partial<OperationRule> = {}): OperationRule => ({
  ...onContract(own),
  on: 'line',
})
