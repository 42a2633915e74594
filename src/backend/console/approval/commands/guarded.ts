import type { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Acting } from '#backend/step/record-change.ts'
import type { GuardedAct } from '#domain/console/acts.ts'
import type { guardedRequest } from '#protocol/console/approval.ts'
import type { GuardedOperation, SlipField } from '#vocabulary/guarded.ts'
import type { ApprovalFact } from '../rows.ts'

export type GuardedRequest = z.output<typeof guardedRequest>
export type RequestOf<Name extends GuardedOperation> = Extract<GuardedRequest, { operation: Name }>

export type GuardedDeps = Pick<ProcedureDeps, 'sealing' | 'outbox' | 'queue' | 'procedures'> & {
  /** Takes an answer of the carrier that came on paper. @returns false where the exchange has its answer already */
  readonly recordAnswer: (
    tx: Db,
    exchangeId: string,
    answer: { readonly outcome: 'accepted' | 'rejected'; readonly reference: string },
  ) => Promise<boolean>
}

/** What an operation is about, and what the approver compares. */
export type Subject = {
  readonly target: string
  readonly accountId?: string | undefined
  readonly contractId?: string | undefined
  readonly facts: readonly ApprovalFact[]
}

/** People of the staff, by their ids. */
export type TwoPeople = { readonly proposedBy: string; readonly approvedBy: string }

/** An operation that two people of the staff do. Nothing else calls `run`. */
export type Guarded<Name extends GuardedOperation> = {
  readonly act: GuardedAct
  /** As things are now. @throws RefusalError NOTHING_WAITS */
  readonly facts: (db: Db, deps: GuardedDeps, request: RequestOf<Name>) => Promise<Subject>
  /**
   * Locks the rows that `run` changes, in the order in which everybody does, before the approval is recorded: whoever
   * changes them otherwise holds them already when they wait for the end of the audit.
   */
  readonly lock?: (tx: Db, request: RequestOf<Name>) => Promise<unknown>
  /** What both people read from a paper, each for themselves: the approver types it without seeing it. */
  readonly slip?: (request: RequestOf<Name>) => Readonly<Record<SlipField, string>>
  /** @throws RefusalError, RangeError where it cannot be carried out: the proposal failed */
  readonly run: (
    tx: Db,
    deps: GuardedDeps,
    who: Acting,
    request: RequestOf<Name>,
    people: TwoPeople,
  ) => Promise<void>
}
