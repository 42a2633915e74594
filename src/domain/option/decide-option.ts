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

type Known = { readonly facts: ContractFacts; readonly active: readonly OptionFact[] }

export function factOf<Fact extends OptionFact>(
  active: readonly Fact[],
  question: OptionPlace,
): Fact | undefined {
  return active.find(({ code, lineId }) => code === question.code && lineId === question.lineId)
}

/**
 * Whether the option can be joined. Leaving and rejoining within a month is an undo (billing.md 6), which needs no more
 * than leaving did: it takes nothing new.
 */
export function decideJoin(
  question: OptionPlace,
  { facts, active }: Known,
  now: Instant,
): Outcome<{ readonly undoes: boolean }, OptionRefusal> {
  const { kinds } = options[question.code]
  const own = factOf(active, question)
  if (own?.busyWith !== undefined) return refused('OPTION_CHANGE_OPEN', { blockedBy: own.busyWith })
  const state = own?.state ?? optionStates.initial
  if (state === 'cancel_requested') {
    const may = mayBegin('optionLeave', facts, now, question.lineId)
    return may.ok ? ok({ undoes: true }) : may
  }
  if (!optionStates.can(state, 'joined')) return refused('OPTION_ALREADY_ACTIVE')
  if (question.lineId !== undefined) {
    const line = facts.lines.find(({ lineId }) => lineId === question.lineId)
    if (line === undefined || line.state === 'preparing' || line.state === 'ended')
      return refused('LINE_NOT_ACTIVE')
    if (!kinds.includes(line.kind))
      return refused(kinds.join() === 'voice' ? 'NOT_VOICE_LINE' : 'OPTION_NOT_FOR_LINE_KIND')
  }
  const may = mayBegin('optionJoin', facts, now, question.lineId)
  if (!may.ok) return may
  const other = excludedBy(question, active)
  if (other !== undefined) {
    const message = `「${options[other.code].name}」とは同時にお使いいただけません。先に解約してください。`
    return refused('OPTION_EXCLUDED', { message, facts: { other: other.code } })
  }
  return ok({ undoes: false })
}

type Excluding = Readonly<Record<OptionCode, { readonly excludes: readonly OptionCode[] }>>

/** What the line or the contract has that cannot be had together with the requested one: whichever of the two rows says so. */
export const excludedBy = (
  question: OptionPlace,
  active: readonly OptionFact[],
  catalogue: Excluding = options,
): OptionFact | undefined =>
  active.find(
    ({ code, lineId, state }) =>
      lineId === question.lineId &&
      state !== 'ended' &&
      state !== 'available' &&
      (catalogue[question.code].excludes.includes(code) ||
        catalogue[code].excludes.includes(question.code)),
  )

export function decideLeave(
  question: OptionPlace,
  { facts, active }: Known,
  now: Instant,
): Outcome<undefined, OptionRefusal> {
  const own = factOf(active, question)
  if (own === undefined) return refused('OPTION_NOT_ACTIVE')
  if (own.busyWith !== undefined) return refused('OPTION_CHANGE_OPEN', { blockedBy: own.busyWith })
  if (own.state === 'cancel_requested') return refused('OPTION_LEAVING_BOOKED')
  if (!optionStates.can(own.state, 'leaving_booked')) return refused('OPTION_NOT_ACTIVE')
  if (options[question.code].leaves === 'atDesk') return refused('OPTION_LEFT_AT_DESK')
  const may = mayBegin('optionLeave', facts, now, question.lineId)
  return may.ok ? ok(undefined) : may
}
