import type { OptionCode } from '#vocabulary/option.ts'
import { options } from '../catalogue/option.ts'
import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import type { Instant } from '../tokyo.ts'
import { optionStates, type OptionState } from './option-states.ts'

/** Of a line, or of the contract where no line is named. */
export type OptionPlace = { readonly code: OptionCode; readonly lineId: string | undefined }

export type OptionFact = OptionPlace & {
  readonly state: OptionState
  /** An order the carrier or the provider has not answered yet. */
  readonly busyWith?: string | undefined
}

export type OptionRefusal =
  | ReasonCode
  | 'OPTION_ALREADY_ACTIVE'
  | 'OPTION_NOT_ACTIVE'
  | 'OPTION_LEAVING_BOOKED'
  | 'OPTION_NOT_FOR_LINE_KIND'
  | 'OPTION_CHANGE_OPEN'
  | 'OPTION_EXCLUDED'
  | 'OPTION_LEFT_AT_DESK'

type Known = { readonly facts: ContractFacts; readonly held: readonly OptionFact[] }

export function factOf<Fact extends OptionFact>(
  held: readonly Fact[],
  wish: OptionPlace,
): Fact | undefined {
  return held.find(({ code, lineId }) => code === wish.code && lineId === wish.lineId)
}

/**
 * Whether the option can be joined. Leaving and rejoining within a month is an undo (billing.md 6), which needs no more
 * than leaving did: it takes nothing new.
 */
export function decideJoin(
  wish: OptionPlace,
  { facts, held }: Known,
  now: Instant,
): Outcome<{ readonly undoes: boolean }, OptionRefusal> {
  const { kinds } = options[wish.code]
  const own = factOf(held, wish)
  if (own?.busyWith !== undefined) return refused('OPTION_CHANGE_OPEN', { blockedBy: own.busyWith })
  const state = own?.state ?? optionStates.initial
  if (state === 'cancel_requested') {
    const may = mayBegin('optionLeave', facts, now, wish.lineId)
    return may.ok ? ok({ undoes: true }) : may
  }
  if (!optionStates.can(state, 'joined')) return refused('OPTION_ALREADY_ACTIVE')
  if (wish.lineId !== undefined) {
    const line = facts.lines.find(({ lineId }) => lineId === wish.lineId)
    if (line === undefined || line.state === 'preparing' || line.state === 'ended')
      return refused('LINE_NOT_ACTIVE')
    if (!kinds.includes(line.kind))
      return refused(kinds.join() === 'voice' ? 'NOT_VOICE_LINE' : 'OPTION_NOT_FOR_LINE_KIND')
  }
  const may = mayBegin('optionJoin', facts, now, wish.lineId)
  if (!may.ok) return may
  const other = excludedBy(wish, held)
  if (other !== undefined) {
    const message = `「${options[other.code].name}」とは同時にお使いいただけません。先に解約してください。`
    return refused('OPTION_EXCLUDED', { message, facts: { other: other.code } })
  }
  return ok({ undoes: false })
}

type Excluding = Readonly<Record<OptionCode, { readonly excludes: readonly OptionCode[] }>>

/** What the line or the contract has that cannot be had together with the wish: whichever of the two rows says so. */
export const excludedBy = (
  wish: OptionPlace,
  held: readonly OptionFact[],
  catalogue: Excluding = options,
): OptionFact | undefined =>
  held.find(
    ({ code, lineId, state }) =>
      lineId === wish.lineId &&
      state !== 'ended' &&
      state !== 'available' &&
      (catalogue[wish.code].excludes.includes(code) ||
        catalogue[code].excludes.includes(wish.code)),
  )

export function decideLeave(
  wish: OptionPlace,
  { facts, held }: Known,
  now: Instant,
): Outcome<undefined, OptionRefusal> {
  const own = factOf(held, wish)
  if (own === undefined) return refused('OPTION_NOT_ACTIVE')
  if (own.busyWith !== undefined) return refused('OPTION_CHANGE_OPEN', { blockedBy: own.busyWith })
  if (own.state === 'cancel_requested') return refused('OPTION_LEAVING_BOOKED')
  if (!optionStates.can(own.state, 'leaving_booked')) return refused('OPTION_NOT_ACTIVE')
  if (options[wish.code].leaves === 'atDesk') return refused('OPTION_LEFT_AT_DESK')
  const may = mayBegin('optionLeave', facts, now, wish.lineId)
  return may.ok ? ok(undefined) : may
}
