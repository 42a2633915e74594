import { pages } from '#vocabulary/pages.ts'
import type { BillRow } from '#backend/billing/public.ts'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import type { Instant, TokyoMonth } from '#domain/tokyo.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'

/** The next payment date, and the dates of overdue bills. */
export function contractDeadlines(
  contract: ContractRow,
  owed: readonly BillRow[],
  charged: TokyoMonth | undefined,
): DateToKnow[] {
  return [...charges(contract, charged), ...overdue(contract, owed)]
}

/** The next day on which a month of this contract is charged to the card. */
function charges(contract: ContractRow, month: TokyoMonth | undefined): DateToKnow[] {
  if (month === undefined) return []
  const isOver = contractStates.isTerminal(contract.status)
  if (isOver && (contract.ends_on === null || contract.ends_on < `${month}-01`)) return []
  return [
    {
      kind: 'charge',
      title: `${Number(month.slice(5))}月ご利用分のお支払い日`,
      message: 'ご登録のカードにご請求します。',
      at: paymentSchedule(month).chargeOn,
      path: pages.billing,
    },
  ]
}

/** The nearest date of each kind. */
function overdue(contract: ContractRow, owed: readonly BillRow[]): DateToKnow[] {
  const courses = owed.map((bill) => collectionCourse(bill.charge_on, bill.suspended_at))
  const soonest = (moments: readonly Instant[]) =>
    moments.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
  const isStopped = contract.status === 'suspended'
  const suspendAt = isStopped ? undefined : soonest(courses.map((course) => course.suspendAt))
  const terminateAt = soonest(courses.map((course) => course.terminateAt))
  return [
    ...(suspendAt === undefined
      ? []
      : [
          {
            kind: 'suspension' as const,
            title: '未払いによる利用停止',
            message: 'それまでにお支払いが確認できないと、ご利用を停止します。',
            at: suspendAt,
            path: pages.pay,
          },
        ]),
    ...(terminateAt === undefined
      ? []
      : [
          {
            kind: 'termination' as const,
            title: '未払いによる契約解除の日',
            message: 'この日までにお支払いが確認できないと、この日を最後にご契約を解除します。',
            at: terminateAt,
            path: pages.pay,
          },
        ]),
  ]
}
