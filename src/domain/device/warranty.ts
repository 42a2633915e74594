import { addDays, monthsAfter, type TokyoDate } from '../tokyo.ts'

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
