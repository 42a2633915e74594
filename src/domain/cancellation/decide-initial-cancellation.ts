import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { Actor } from '../machine.ts'
import { ok, type Outcome } from '../outcome.ts'
import { initialCancellationClock } from './initial-cancellation.ts'
import type { Instant, TokyoDate } from '../tokyo.ts'

export type InitialCancellationSubmitted = {
  readonly type: 'submitted'
  /** Effective from the moment of sending, also if delivery is delayed. */
  readonly sentAt: Instant
  /** The last of the eight days; none while the document has not been received. */
  readonly lastDay: TokyoDate | undefined
  /** Lines whose number is lost unless it was ported out before. */
  readonly lineIds: readonly string[]
}

export function decideInitialCancellation(
  facts: ContractFacts,
  sentAt: Instant,
  actor: Actor = 'member',
): Outcome<readonly InitialCancellationSubmitted[], ReasonCode> {
  const may = mayBegin('initialCancel', facts, sentAt, undefined, actor)
  if (!may.ok) return may
  const { documentReceivedOn, serviceStartedOn } = facts
  const lastDay =
    documentReceivedOn === undefined || serviceStartedOn === undefined
      ? undefined
      : initialCancellationClock(documentReceivedOn, serviceStartedOn).lastDay
  const lineIds = facts.lines.filter((line) => line.state !== 'ended').map((line) => line.lineId)
  return ok([{ type: 'submitted', sentAt, lastDay, lineIds }])
}
