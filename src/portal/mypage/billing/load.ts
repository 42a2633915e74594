import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'

export type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]
export type BilledMonth = Result<typeof billingApi.billingMonthsGet>['months'][number]
export type NextBill = Result<typeof billingApi.billingReserveGet>
export type Unpaid = Result<typeof billingApi.billingUnpaidGet>

/** The page of all bills: what is owed, what this month comes to so far, and every month's total. */
export async function loadBilling(call: Call, url: URL) {
  const [{ months }, next, unpaid] = await Promise.all([
    ask(url, call(billingApi.billingMonthsGet)),
    ask(url, call(billingApi.billingReserveGet)),
    ask(url, call(billingApi.billingUnpaidGet)),
  ])
  return { months, next, unpaid }
}

/** One month: its bill with every line opened, or this month as it is so far; any other is not found. */
export async function loadMonth(call: Call, url: URL, month: string) {
  const { months, current } = await ask(url, call(billingApi.billingMonthsGet))
  const all = [...new Set([current, ...months.map((one) => one.month)])]
  const index = all.findIndex((one) => one === month)
  if (index < 0) throw data(null, { status: 404 })
  const isFixed = months.some((one) => one.month === month)
  const [bill] = isFixed
    ? (await ask(url, call(billingApi.billingStatusGet, { query: { month } }))).bills
    : []
  const next = isFixed ? undefined : await ask(url, call(billingApi.billingReserveGet))
  return { bill, next, months, newer: all[index - 1], older: all[index + 1] }
}
