import type { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import { groupsOf, groupTitles, untaxedGroups } from './bill-groups.ts'

type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]

export type YearBill = {
  readonly bill: Bill
  readonly paidOn: string
  readonly taxYen: number
  /** With tax, in thousandths of a yen, by the group's title. */
  readonly groups: ReadonlyMap<string, number>
  readonly cut: number
}

export type BillYear = {
  readonly year: string
  /** By the day they were paid, the earliest first. */
  readonly rows: readonly YearBill[]
  /** The titles of the groups that occur, in the order of the bill. */
  readonly titles: readonly string[]
  /** The titles of the groups in which something is not taxed. */
  readonly untaxed: ReadonlySet<string>
}

/** The day a bill was paid, or a credit came about; none while it is owed. */
function paidOn({ totalYen, chargeOn, paidAt }: Bill): string | undefined {
  return totalYen < 0 ? chargeOn : paidAt?.slice(0, 10)
}

const isIn = (day: string, year: string) => day.startsWith(`${year}-`)

/** The years in which a bill was paid, the newest first. */
export const yearsOf = (bills: readonly Bill[]): string[] =>
  [...new Set(bills.flatMap((bill) => paidOn(bill)?.slice(0, 4) ?? []))].toSorted().toReversed()

/** What is not paid yet belongs to no year. */
export const notPaid = (bills: readonly Bill[]) =>
  bills.filter((bill) => paidOn(bill) === undefined)

/** What a household book wants of a year: each bill on the day it was paid, taken apart (billing.md 22). */
export function billYear(bills: readonly Bill[], year: string): BillYear {
  const rows = bills
    .flatMap((bill) => {
      const day = paidOn(bill)
      return day !== undefined && isIn(day, year) ? [{ bill, day }] : []
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ bill, day }) => {
      const { groups, cut } = groupsOf(bill)
      return {
        bill,
        paidOn: day,
        taxYen: bill.rates.reduce((sum, rate) => sum + rate.taxYen, 0),
        groups: new Map(groups.map(({ title, thousandths }) => [title, thousandths])),
        cut,
      }
    })
  const titles = groupTitles.filter((title) => rows.some(({ groups }) => groups.has(title)))
  const untaxed = new Set(rows.flatMap(({ bill }) => untaxedGroups(bill)))
  return { year, rows, titles, untaxed }
}

export const sumOf = (rows: readonly YearBill[], of: (row: YearBill) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)
