import type { SuspensionReason } from '#vocabulary/suspension.ts'

/** What may be in progress, the weightiest first: the first that refuses gives the reason. */
export const blockers = [
  'suspended',
  'unpaid',
  'cancellationBooked',
  'mnpNumberLive',
  'handoverOpen',
  'kindChangeOpen',
  'simOrderOpen',
] as const
export type Blocker = (typeof blockers)[number]

/** queued: booked behind what is in progress · replaces: takes the place of what is booked. */
export type Verdict = 'ok' | 'refused' | 'queued' | 'replaces'

export type Cell = {
  readonly verdict: Verdict
  /** Whether it blocks the same line only, or every line of the contract. */
  readonly reach: 'line' | 'contract'
  /** Reasons of suspension for which the request is allowed all the same. */
  readonly exceptFor: readonly SuspensionReason[]
}

/** ours: what blocks one request. For a request of the whole contract, `reach` says nothing. */
export type Column = Readonly<Record<Blocker, Cell>>

export const cell = (
  verdict: Verdict,
  reach: Cell['reach'] = 'line',
  exceptFor: Cell['exceptFor'] = [],
): Cell => ({ verdict, reach, exceptFor })

export const fine = cell('ok')
export const no = cell('refused')
export const behind = cell('queued')
