import { tenthsYen } from '../money.ts'
import { ours, withTax, type PriceRow } from './price.ts'

/** ours: published with tax, for every 30 seconds begun. */
export const callPrices = [
  withTax('voice.per30s', 220, 'per30s'),
  withTax('talk.per30s', 110, 'per30s'),
]

/** Longest message of each step, in full-width characters. */
export const smsSteps = [70, 134, 201, 268, 335, 402, 469, 536, 603, 670] as const
/** The longest message the price list knows; a longer one cannot be sent. */
export const LONGEST_MESSAGE = 670
export type SmsStep = (typeof smsSteps)[number]

/** A home message costs ¥3.3 with tax for every step of its length. */
export const smsPrices = smsSteps.map((step, n) => withTax(`sms.${step}`, 33 * (n + 1), 'message'))

/** Abroad a message is outside consumption tax (不課税). */
export const smsAbroadPrice: PriceRow<'sms.abroad'> = {
  key: 'sms.abroad',
  tenthsYen: tenthsYen(1000),
  tax: 'outOfScope',
  unit: 'message',
  ...ours,
}

/** The step a message of this many characters is charged by; none when it is too long to be sent. */
export function smsStep(characters: number): SmsStep | undefined {
  return smsSteps.find((step) => characters <= step)
}
