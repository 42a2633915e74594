import { oneOffCharge, type Charge } from '../billing/charge.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { isBefore, toTokyoDate, type Instant, type TokyoDate } from '../tokyo.ts'
import { phoneMoveStates, type PhoneMoveState } from './move-states.ts'

/** The moves of a line that count: those which brought it to another phone and left it there. */
export const countedMoves = ['switched', 'completed'] as const satisfies readonly PhoneMoveState[]

export type FreeMoves = { readonly perYear: number; readonly left: number }

/** @param used moves of the line within the year before, by `countedMoves` */
export function freeMoves(used: number, on: TokyoDate): FreeMoves {
  const perYear = ruleValue('freePhoneMovesPerYear', on)
  return { perYear, left: Math.max(0, perYear - used) }
}

/** Nothing while moves are free; then what an eSIM costs that is issued anew. */
export function moveCosts(used: number, on: TokyoDate, book: PriceBook): readonly Charge[] {
  return freeMoves(used, on).left > 0 ? [] : [oneOffCharge('oneOff.esimReissue', on, book)]
}

/** Exclusive: until then the line goes back to the phone of before. */
export function rollBackUntil(switchedAt: Instant): Instant {
  return switchedAt.add({ hours: 24 * ruleValue('phoneMoveUndoDays', toTokyoDate(switchedAt)) })
}

export type RollBackRefusal = 'MOVE_NOT_SWITCHED' | 'ROLL_BACK_OVER' | 'ROLL_BACK_LOST'

type Switched = {
  readonly state: PhoneMoveState
  readonly undoUntil: Instant | undefined
  /** The phone of before was lost: whoever has it must not get the line. */
  readonly wasLost: boolean
}

export function decideRollBack(
  { state, undoUntil, wasLost }: Switched,
  now: Instant,
): Outcome<{ readonly type: 'roll_back_asked' }, RollBackRefusal> {
  if (wasLost && (state === 'switched' || state === 'completed')) return refused('ROLL_BACK_LOST')
  if (state === 'completed') return refused('ROLL_BACK_OVER')
  if (!phoneMoveStates.can(state, 'roll_back_asked', 'member')) return refused('MOVE_NOT_SWITCHED')
  if (undoUntil === undefined || !isBefore(now, undoUntil)) return refused('ROLL_BACK_OVER')
  return ok({ type: 'roll_back_asked' })
}

/**
 * The new phone must have been seen on the net: else the line would be in no phone.
 * @param isFrozen staff have stopped the line because somebody else seems to use it: it goes to no other phone meanwhile
 */
export function decideSwitch(
  state: PhoneMoveState,
  isFrozen: boolean,
): Outcome<{ readonly type: 'switch_asked' }, 'MOVE_NOT_SEEN' | 'SUSPENDED'> {
  if (isFrozen) return refused('SUSPENDED')
  return phoneMoveStates.can(state, 'switch_asked', 'member')
    ? ok({ type: 'switch_asked' })
    : refused('MOVE_NOT_SEEN', { facts: { state } })
}

export function decideWithdrawal(
  state: PhoneMoveState,
): Outcome<{ readonly type: 'withdrawn' }, 'ORDER_NOT_CANCELLABLE'> {
  return phoneMoveStates.can(state, 'withdrawn', 'member')
    ? ok({ type: 'withdrawn' })
    : refused('ORDER_NOT_CANCELLABLE', { facts: { state } })
}
