import { ruleValue } from '../catalogue/rules.ts'
import { addDays, endOfDay, startOfDay, type Instant, type TokyoDate } from '../tokyo.ts'

export type MnpValidity = {
  /** The last day on which it can be used, the day of issue counting as the first of 15. */
  readonly expiresOn: TokyoDate
  /** First instant at which it is no longer valid. */
  readonly expiresAt: Instant
  /** The day from which a new one may be had: two days after its last day. */
  readonly renewableOn: TokyoDate
  readonly renewableAt: Instant
}

export function mnpValidity(issuedOn: TokyoDate): MnpValidity {
  const expiresOn = addDays(issuedOn, ruleValue('mnpValidDays', issuedOn) - 1)
  const renewableOn = addDays(expiresOn, ruleValue('mnpCooldownDays', issuedOn))
  return {
    expiresOn,
    expiresAt: endOfDay(expiresOn),
    renewableOn,
    renewableAt: startOfDay(renewableOn),
  }
}

const tenDigits = /^(\d{2})(\d{3})(\d{5})$/

export function isMnpNumber(digits: string): boolean {
  return tenDigits.test(digits)
}
