import type { ChargeKind } from '#vocabulary/price.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { chargeOf, type Charge, type ProratedDays } from '../billing/charge.ts'
import type { TokyoDate } from '../tokyo.ts'
import { chargedUnits } from './call.ts'
import { smsStep } from './call-prices.ts'
import { rateOn, type PriceKey } from './figure.ts'
import { options } from './option.ts'
import { hasChargedNumber, planOn, type PlanCode } from './plan.ts'

export type LineUse = {
  readonly kind: LineKind
  readonly options: readonly OptionCode[]
  /** Seconds of each home call a month, and of each call through the talk service. */
  readonly callSeconds: readonly number[]
  readonly talkSeconds: readonly number[]
  readonly messages: readonly { readonly characters: number; readonly times: number }[]
  readonly messagesAbroad: number
  /** Of a month that is not used whole. */
  readonly days?: ProratedDays | undefined
}

/** One month of a contract; the first line's kind decides the price of the size. */
export type MonthlyUse = { readonly planCode: PlanCode; readonly lines: readonly LineUse[] }

export function lineUse(kind: LineKind, use: Partial<LineUse> = {}): LineUse {
  return {
    kind,
    options: [],
    callSeconds: [],
    talkSeconds: [],
    messages: [],
    messagesAbroad: 0,
    ...use,
  }
}

/** The charges of one full month at the rates of the day, in the order of the bill. */
export function monthlyCharges(use: MonthlyUse, on: TokyoDate): readonly Charge[] {
  const { lines } = use
  const numbers = lines.filter((line) => hasChargedNumber(line.kind)).length
  return [
    ...lines.flatMap((line, n) =>
      n === 0
        ? charge('base', `plan.${use.planCode}.${line.kind}`, 1, on, line.days)
        : charge('shareLine', `share.${line.kind}`, 1, on, line.days),
    ),
    ...optionCharges(lines, on),
    ...lines.flatMap((line) => trafficCharges(line, on)),
    ...charge('universalFee', 'fee.universal', numbers, on),
    ...charge('relayFee', 'fee.relay', numbers, on),
    ...charge('broadbandUniversalFee', 'fee.broadbandUniversal', broadbandLines(use, on), on),
  ]
}

/** Lines below 1 Mbps are exempt: ライト has no high-speed data at all. */
function broadbandLines({ planCode, lines }: MonthlyUse, on: TokyoDate): number {
  return planOn(planCode, on).baseBytes === 0 ? 0 : lines.length
}

/** A contract option counts once, whichever line names it. */
function optionCharges(lines: readonly LineUse[], on: TokyoDate): readonly Charge[] {
  const chosen = lines.flatMap((line) => line.options)
  return [...new Set(chosen)].flatMap((code) => {
    const { scope, priceKey } = options[code]
    const times = scope === 'contract' ? 1 : chosen.filter((one) => one === code).length
    return charge('option', priceKey, times, on)
  })
}

function trafficCharges(line: LineUse, on: TokyoDate): readonly Charge[] {
  const unlimited = line.options.includes('tenMinuteCalls')
  const units = (seconds: readonly number[], free: boolean) =>
    seconds.reduce((sum, one) => sum + chargedUnits(one, free, on), 0)
  return [
    ...charge('voice', 'voice.per30s', units(line.callSeconds, unlimited), on),
    ...charge('voice', 'talk.per30s', units(line.talkSeconds, false), on),
    ...line.messages.flatMap(({ characters, times }) => {
      const step = smsStep(characters)
      return step === undefined ? [] : charge('sms', `sms.${step}`, times, on)
    }),
    ...charge('sms', 'sms.abroad', line.messagesAbroad, on),
  ]
}

/** Nothing is charged for a quantity of none, nor for a rate that is not in force. */
function charge(
  kind: ChargeKind,
  key: PriceKey,
  quantity: number,
  on: TokyoDate,
  days?: ProratedDays,
): readonly Charge[] {
  const row = rateOn(key, on)
  return row === undefined || quantity === 0 ? [] : [chargeOf(kind, row, quantity, days)]
}
