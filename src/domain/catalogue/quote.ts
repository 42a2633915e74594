import { chargeOf, settle, type Charge, type Settlement } from '../billing/charge.ts'
import { addYen, type Yen } from '../money.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { addMonths, startOfMonth, type TokyoDate, type TokyoMonth } from '../tokyo.ts'
import { monthlyCharges, type MonthlyUse } from './monthly-charges.ts'
import { options } from './option.ts'
import { price } from './figure.ts'
import { planOn } from './plan.ts'
import { ruleValue } from './rules.ts'

export const QUOTE_MONTHS = 24

/** A bill in advance: the same charges and the same rounding as the bill that will come. */
export type QuotedBill = Settlement & { readonly charges: readonly Charge[] }

export type Quote = {
  /** The bill of one ordinary, full month at the rates of the day. */
  readonly monthly: QuotedBill
  /** What is owed once, at the start. */
  readonly oneOff: QuotedBill
  /** 24 full months from `from`, the one-off amounts on the first bill, each month at its own rates. */
  readonly total24Yen: Yen
  readonly from: TokyoMonth
}

export type QuoteRefusal =
  | 'NO_LINES'
  | 'LINE_LIMIT_REACHED'
  | 'PLAN_NOT_SHAREABLE'
  | 'OPTION_NOT_FOR_LINE_KIND'
  | 'MESSAGE_TOO_LONG'

/** What a month and 24 months cost; `on` is the day whose rates the single month is quoted at. */
export function quote(
  use: MonthlyUse,
  on: TokyoDate,
  from: TokyoMonth,
): Outcome<Quote, QuoteRefusal> {
  const refusal = whyNot(use, on)
  if (refusal !== undefined) return refusal
  const oneOffCharges = startCharges(use, on)
  const bills = Array.from({ length: QUOTE_MONTHS }, (_, n) => {
    const day = startOfMonth(addMonths(from, n))
    return billOf([...monthlyCharges(use, day), ...(n === 0 ? oneOffCharges : [])], day)
  })
  return ok({
    monthly: billOf(monthlyCharges(use, on), on),
    oneOff: billOf(oneOffCharges, on),
    total24Yen: addYen(...bills.map((bill) => bill.totalYen)),
    from,
  })
}

export function billOf(charges: readonly Charge[], on: TokyoDate): QuotedBill {
  return { ...settle(charges, on), charges }
}

function whyNot(use: MonthlyUse, on: TokyoDate) {
  const linesMax = ruleValue('linesMax', on)
  if (use.lines.length === 0) return refused('NO_LINES')
  if (use.lines.length > linesMax) return refused('LINE_LIMIT_REACHED', { facts: { linesMax } })
  if (use.lines.length > 1 && !planOn(use.planCode, on).shareable)
    return refused('PLAN_NOT_SHAREABLE', { facts: { planCode: use.planCode } })
  for (const line of use.lines)
    for (const code of line.options)
      if (!options[code].kinds.includes(line.kind))
        return refused('OPTION_NOT_FOR_LINE_KIND', { facts: { option: code, kind: line.kind } })
  if (use.lines.some((line) => line.messages.some((one) => one.characters > 670)))
    return refused('MESSAGE_TOO_LONG', { facts: { charactersMax: 670 } })
  return undefined
}

/** SIM issue and preparation, once a line. */
function startCharges(use: MonthlyUse, on: TokyoDate): readonly Charge[] {
  const lines = use.lines.length
  return [
    chargeOf('oneOff', price('oneOff.simIssue', on), lines),
    chargeOf('oneOff', price('oneOff.simPreparation', on), lines),
  ]
}
