import { addDays, monthsAfter, type TokyoDate } from '../tokyo.ts'

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
