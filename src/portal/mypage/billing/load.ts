import { data } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadFirstBills } from '#portal/mypage/shared/first-bills.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { contractApi } from '#protocol/contract.ts'
import { billingApi } from '#protocol/billing.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'

export type Bill = Result<typeof billingApi.billingStatusGet>['bills'][number]
export type BilledMonth = Result<typeof billingApi.billingMonthsGet>['months'][number]
export type NextBill = Result<typeof billingApi.billingReserveGet>
export type Unpaid = Result<typeof billingApi.billingUnpaidGet>

export type EarlierContract = Result<typeof billingApi.billingEarlierGet>['contracts'][number]

/** The page of all bills: what is owed, what this month comes to so far, and every month's total. */
export async function loadBilling(call: Call, url: URL) {
  const contract = earlierIn(url)
  const billed = ask(url, call(billingApi.billingMonthsGet, { query: { contract } }))
  const contracts = ask(url, call(billingApi.billingEarlierGet))
  if (contract !== undefined) {
    const [{ months }, before] = await Promise.all([billed, contracts])
    const of = before.contracts.find((one) => one.contract === contract)
    return { page: 'earlier', months, of } as const
  }
  const [{ months }, { contracts: earlier }, next, unpaid, own] = await Promise.all([
    billed,
    contracts,
    ask(url, call(billingApi.billingReserveGet)),
    ask(url, call(billingApi.billingUnpaidGet)),
    ask(url, call(contractApi.contractGet)),
  ])
  const firstBills = await loadFirstBills(call, own)
  const opening = openingOf(own)
  return { page: 'own', months, earlier, next, unpaid, opening, firstBills } as const
}

/** Who has left and come back asks for the bills of the contract before by its id. */
const earlierIn = ({ searchParams }: URL) => searchParams.get('contract') ?? undefined

/** One month: its bill with every line opened, or this month as it is so far; any other is not found. */
export async function loadMonth(call: Call, url: URL, month: string) {
  const contract = earlierIn(url)
  const { months, current } = await ask(
    url,
    call(billingApi.billingMonthsGet, { query: { contract } }),
  )
  const billed = months.map((one) => one.month)
  const isFixed = months.some((one) => one.month === month)
  const own = contract === undefined ? await ask(url, call(contractApi.contractGet)) : undefined
  const isOver = isEnded(own)
  const soFar =
    own === undefined || (isFixed && !isOver)
      ? undefined
      : await ask(url, call(billingApi.billingReserveGet))
  // Once it is over and nothing is to come, this month is none of the contract's.
  const isNone = contract !== undefined || (isOver && soFar?.soFar.charges.length === 0)
  const all = isNone ? billed : [...new Set([current, ...billed])]
  const index = all.findIndex((one) => one === month)
  if (index < 0) throw data(null, { status: 404 })
  const [bill] = isFixed
    ? (await ask(url, call(billingApi.billingStatusGet, { query: { month, contract } }))).bills
    : []
  const next = isFixed ? undefined : soFar
  const first = isFixed ? undefined : own
  const [opening, firstBills] = [openingOf(first), await loadFirstBills(call, first)]
  const [newer, older] = [all[index - 1], all[index + 1]]
  return { bill, next, months, contract, newer, older, opening, firstBills }
}
