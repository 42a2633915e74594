import { ruleValue } from '../catalogue/rules.ts'
import { addDays, dayOfWeek, monthsAfter, type TokyoDate } from '../tokyo.ts'

/** Ours: a year from the day of delivery, where nothing else is known. */
const MAKERS_MONTHS = 12
/** 端末交換オプション: so long from the day of receipt (device.html, article 4). */
const EXCHANGE_OPTION_MONTHS = 24

const lastDayOf = (from: TokyoDate, months: number): TokyoDate =>
  addDays(monthsAfter(from, months), -1)

/** The last day of the maker's warranty. */
export const makersWarrantyUntil = (receivedOn: TokyoDate) => lastDayOf(receivedOn, MAKERS_MONTHS)

/** The last day on which a device bought from us can be exchanged. */
export const exchangeOptionUntil = (receivedOn: TokyoDate) =>
  lastDayOf(receivedOn, EXCHANGE_OPTION_MONTHS)

/** 保証年度: a year each from the day of joining (terms, article 2); of 29 February the next begins on the 28th. */
export type CoverYear = { readonly from: TokyoDate; readonly until: TokyoDate }

export function coverYearOf(joinedOn: TokyoDate, on: TokyoDate): CoverYear {
  const begun = (years: number) => monthsAfter(joinedOn, 12 * years)
  const { years } = Temporal.PlainDate.from(joinedOn).until(Temporal.PlainDate.from(on), {
    largestUnit: 'years',
  })
  // `until` counts a 29 February as over on 1 March only.
  const number = begun(years + 1) <= on ? years + 1 : Math.max(0, years)
  return { from: begun(number), until: addDays(begun(number + 1), -1) }
}

export const isWithin = ({ from, until }: CoverYear, on: TokyoDate): boolean =>
  from <= on && on <= until

/** By when a claim is answered: within 3 working days, the day it came in being the first if it is one (article 7). */
export function answerBy(
  receivedOn: TokyoDate,
  isHoliday: (date: TokyoDate) => boolean,
): TokyoDate {
  const days = ruleValue('claimAnswerDays', receivedOn)
  let day = receivedOn
  for (let left = days; ; day = addDays(day, 1)) {
    const isWorking = dayOfWeek(day) < 6 && !isHoliday(day)
    if (isWorking) left -= 1
    if (left === 0) return day
  }
}
