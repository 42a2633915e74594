import { tokyoDate } from '../tokyo.ts'

/** Consumption tax, standard rate (Consumption Tax Act and Local Tax Act; 10 % since 2019-10-01). */
export const taxRates = [
  { validFrom: tokyoDate('2014-04-01'), validTo: tokyoDate('2019-09-30'), percent: 8 },
  { validFrom: tokyoDate('2019-10-01'), validTo: undefined, percent: 10 },
] as const
