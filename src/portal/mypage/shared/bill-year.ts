import type { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import { groupsOf, groupTitles } from './bill-groups.ts'

type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]

export type YearBill = {
  readonly bill: Bill
  readonly taxYen: number
  /** With tax, in thousandths of a yen, by the group's title. */
  readonly groups: ReadonlyMap<string, number>
  readonly cut: number
}

export type BillYear = {
  readonly year: string
  /** By the day of their charge, the earliest first. */
  readonly rows: readonly YearBill[]
  /** The titles of the groups that occur, in the order of the bill. */
  readonly titles: readonly string[]
}

const yearOf = ({ chargeOn }: Bill) => chargeOn.slice(0, 4)

/** The years in which a bill was charged, the newest first. */
export const yearsOf = (bills: readonly Bill[]): string[] =>
  [...new Set(bills.map(yearOf))].toSorted().toReversed()

/** What a household book wants of a year: each bill on the day of its charge, taken apart (billing.md 22). */
export function billYear(bills: readonly Bill[], year: string): BillYear {
  const rows = bills
    .filter((bill) => yearOf(bill) === year)
    .toSorted((a, b) => (a.chargeOn < b.chargeOn ? -1 : 1))
    .map((bill) => {
      const { groups, cut } = groupsOf(bill)
      return {
        bill,
        taxYen: bill.rates.reduce((sum, rate) => sum + rate.taxYen, 0),
        groups: new Map(groups.map(({ title, thousandths }) => [title, thousandths])),
        cut,
      }
    })
  const titles = groupTitles.filter((title) => rows.some(({ groups }) => groups.has(title)))
  return { year, rows, titles }
}

export const sumOf = (rows: readonly YearBill[], of: (row: YearBill) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)
