import { tokyoDate } from '../tokyo.ts'

export const taxSource = '消費税法 第29条、地方税法 第72条の83'

/** Consumption tax with the local one, standard rate; 10 % since 2019-10-01. */
export const taxRates = [
  { validFrom: tokyoDate('2014-04-01'), validTo: tokyoDate('2019-09-30'), percent: 8 },
  { validFrom: tokyoDate('2019-10-01'), validTo: undefined, percent: 10 },
] as const
