import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'

export type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]
export type NextBill = Result<typeof billingApi.billingReserveGet>

export type Unpaid = Result<typeof billingApi.billingUnpaidGet>

/** The page of all bills: what is owed comes before them. */
export async function loadBilling(call: Call, url: URL) {
  const [billed, unpaid] = await Promise.all([
    loadBills(call, url),
    ask(url, call(billingApi.billingUnpaidGet)),
  ])
  return { ...billed, unpaid }
}

/** Every bill there is, the newest first, and what this month comes to so far. */
async function loadBills(call: Call, url: URL) {
  const [{ bills }, next] = await Promise.all([
    ask(url, call(billingApi.billingStatusGet)),
    ask(url, call(billingApi.billingReserveGet)),
  ])
  return { bills, next }
}

/** One month: its bill, or this month as it stands; any other is not found. */
export async function loadMonth(call: Call, url: URL, month: string | undefined) {
  const { bills, next } = await loadBills(call, url)
  const known = bills.find((one) => one.month === month)
  if (known === undefined && next.month !== month) throw data(null, { status: 404 })
  // Asked for by itself, a bill opens each of its lines to how it was computed.
  const [bill] = known === undefined ? [] : await loadExplained(call, url, known.month)
  const months = [next.month, ...bills.map((one) => one.month)]
  const index = months.findIndex((one) => one === month)
  return { bill, next, bills, newer: months[index - 1], older: months[index + 1] }
}

async function loadExplained(call: Call, url: URL, month: string) {
  const { bills } = await ask(url, call(billingApi.billingStatusGet, { query: { month } }))
  return bills
}
