import type { SuspensionReason } from '#vocabulary/suspension.ts'

/** What may be in progress, the weightiest first: the first that refuses gives the reason. */
export const blockers = [
  'suspended',
  'unpaid',
  'cancellationBooked',
  'mnpNumberLive',
  'kindChangeOpen',
  'simOrderOpen',
] as const
export type Blocker = (typeof blockers)[number]

/** What is wanted. */
export const wishes = [
  'planSizeChange',
  'simAdd',
  'simReissue',
  'simKindChange',
  'cancel',
  'portOut',
  'optionJoin',
] as const
export type Wish = (typeof wishes)[number]

/** queued: booked behind what is in progress · replaces: takes the place of what is booked. */
export type Verdict = 'ok' | 'refused' | 'queued' | 'replaces'

export type Cell = {
  readonly verdict: Verdict
  /** Whether it blocks the same line only, or every line of the contract. */
  readonly reach: 'line' | 'contract'
  /** Reasons of suspension for which the wish is allowed all the same. */
  readonly exceptFor: readonly SuspensionReason[]
}

const cell = (
  verdict: Verdict,
  reach: Cell['reach'] = 'line',
  exceptFor: Cell['exceptFor'] = [],
): Cell => ({ verdict, reach, exceptFor })

const ok = cell('ok')
const no = cell('refused')
const behind = cell('queued')

/** ours: what blocks what. For a wish of the whole contract, `reach` says nothing. */
export const matrix: Readonly<Record<Blocker, Readonly<Record<Wish, Cell>>>> = {
  kindChangeOpen: {
    planSizeChange: ok,
    simAdd: no,
    simReissue: cell('refused', 'contract'),
    simKindChange: no,
    cancel: behind,
    portOut: no,
    optionJoin: ok,
  },
  simOrderOpen: {
    planSizeChange: ok,
    simAdd: no,
    simReissue: no,
    simKindChange: no,
    cancel: behind,
    portOut: no,
    optionJoin: ok,
  },
  mnpNumberLive: {
    planSizeChange: no,
    simAdd: no,
    simReissue: no,
    simKindChange: no,
    // Both go on: whichever comes first, the port or the last day, ends the line.
    cancel: ok,
    // A second number for the same line.
    portOut: no,
    optionJoin: no,
  },
  cancellationBooked: {
    planSizeChange: no,
    simAdd: no,
    simReissue: no,
    simKindChange: no,
    // It can only be undone.
    cancel: no,
    portOut: cell('replaces'),
    optionJoin: no,
  },
  unpaid: {
    planSizeChange: ok,
    simAdd: no,
    simReissue: no,
    simKindChange: no,
    cancel: ok,
    portOut: no,
    optionJoin: no,
  },
  suspended: {
    planSizeChange: no,
    simAdd: no,
    simReissue: cell('refused', 'line', ['lost']),
    simKindChange: no,
    cancel: ok,
    // By policy: a member whose phone is lost may still take the number along.
    portOut: cell('refused', 'line', ['lost']),
    optionJoin: no,
  },
}
