import type { Instant } from '../tokyo.ts'
import type { SuccessionStep, SuccessionRequest } from '#vocabulary/succession.ts'

/** Ours: how many papers one succession may have, and how large one may be. */
export const MOST_DOCUMENTS = 3
export const MOST_DOCUMENT_BYTES = 10_000_000

/** Ours: days for which bills that are owed wait after a succession is decided, before they are collected again. */
const GRACE_DAYS = 30
export const graceAfter = (decidedAt: Instant): Instant => decidedAt.add({ hours: 24 * GRACE_DAYS })
/** Ours: hours in which the holder can stop a succession that staff have accepted, before anything changes. */
export const HOURS_FOR_HOLDER = 72
/** Ours: after so many that came to nothing within so many days, and after one that the holder stopped, only the desk accepts another. */
export const MOST_IN_VAIN = 2
export const DAYS_IN_VAIN = 90
export const DAYS_AFTER_STOP = 180
/** Ours: how long we wait for papers that staff requested. */
export const MONTHS_FOR_DOCUMENTS = 6

export type GivenAnswers = {
  /** None until a contract was found. */
  readonly request: SuccessionRequest | undefined
  readonly hasHeir: boolean
  readonly identity: string
  readonly documents: number
  readonly hasCard: boolean
}

type StepDone = { readonly step: SuccessionStep; readonly done: boolean }

/** The steps, and whether each is answered. Papers count as answered once the heir has sent them, before staff have looked. */
export function successionStepsOf(given: GivenAnswers): readonly StepDone[] {
  const { request, hasHeir, identity, documents, hasCard } = given
  const takesOver = request !== 'end'
  return [
    { step: 'contract', done: request !== undefined },
    { step: 'heir', done: hasHeir },
    { step: 'identity', done: identity === 'matched' || identity === 'manual' },
    { step: 'documents', done: documents > 0 },
    ...(takesOver ? [{ step: 'card', done: hasCard } as const] : []),
  ]
}
