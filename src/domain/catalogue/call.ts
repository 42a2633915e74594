import { ruleValue } from './rules.ts'
import type { TokyoDate } from '../tokyo.ts'

/** ours: a call is charged for every 30 seconds begun. */
export const SECONDS_PER_UNIT = 30

/** ours: minutes a month are taken as calls of three minutes each when nothing better is known. */
export const TYPICAL_CALL_SECONDS = 180

/** ours: the callee pays (0120, 0800), or the law makes them free (110, 118, 119, 189). */
export function isFreeNumber(calledNumber: string): boolean {
  const digits = calledNumber.replaceAll('-', '')
  return /^(?:0120\d{6}|0800\d{7}|110|118|119|189)$/.test(digits)
}

/** Numbers outside 10分かけ放題: navigation dial 0570, tele-gong 0180, and three-digit numbers. */
export function isOutsideUnlimited(calledNumber: string): boolean {
  const digits = calledNumber.replaceAll('-', '')
  return digits.length === 3 || digits.startsWith('0570') || digits.startsWith('0180')
}

export function unitsOf(seconds: number): number {
  return Math.ceil(seconds / SECONDS_PER_UNIT)
}

/** Units of 30 s to pay for one call; the option makes the first ten minutes of it free. */
export function chargedUnits(seconds: number, unlimited: boolean, on: TokyoDate): number {
  const freeSeconds = unlimited ? ruleValue('tenMinuteCallsFree', on) : 0
  return unitsOf(Math.max(0, seconds - freeSeconds))
}

/** Splits minutes a month into calls of a typical length, the last one shorter. */
export function callsFromMinutes(minutes: number): readonly number[] {
  const seconds = minutes * 60
  const full = Math.floor(seconds / TYPICAL_CALL_SECONDS)
  const rest = seconds - full * TYPICAL_CALL_SECONDS
  const calls = Array.from({ length: full }, () => TYPICAL_CALL_SECONDS)
  return rest > 0 ? [...calls, rest] : calls
}
