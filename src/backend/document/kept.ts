import { ruleValue } from '#domain/catalogue/rules.ts'
import { tokyoDate, type TokyoDate } from '#domain/tokyo.ts'

/** The last day on which the documents of an ended contract are kept (spec: ours, three months beyond the contract). */
export function keptUntil(endedOn: TokyoDate): TokyoDate {
  const months = ruleValue('documentKeptMonths', endedOn)
  return tokyoDate(Temporal.PlainDate.from(endedOn).add({ months }).toString())
}
