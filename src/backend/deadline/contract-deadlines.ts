import { pages } from '#vocabulary/pages.ts'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { policy } from '#domain/policy/cut-off.ts'
import { initialCancellationClock } from '#domain/policy/initial-cancellation.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import { addMonths, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { DateToKnow } from '#backend/procedure/define.ts'

/** Dates that come round by the calendar, and those of an overdue bill. */
export function contractDeadlines(
  contract: ContractRow,
  facts: ContractFacts,
  now: Instant,
): DateToKnow[] {
  return [
    ...cutOffs(facts, now),
    ...initialCancelEnd(facts, now),
    ...charges(contract, now),
    ...overdue(contract),
  ]
}

/** Only of what may be done: a closed door has no closing time. */
function cutOffs(facts: ContractFacts, now: Instant): DateToKnow[] {
  const size = policy.planSizeChange(now).closesAt
  if (size === undefined || !mayBegin('planSizeChange', facts, now).ok) return []
  return [
    {
      kind: 'cutOff',
      title: '翌月からのデータ容量変更の締め切り',
      message: 'これを過ぎた予約は、その次の月からの適用になります。',
      at: size,
      path: pages.planChange,
    },
  ]
}

function initialCancelEnd(facts: ContractFacts, now: Instant): DateToKnow[] {
  const { documentReceivedOn, serviceStartedOn } = facts
  if (documentReceivedOn === undefined || serviceStartedOn === undefined) return []
  if (!mayBegin('initialCancel', facts, now).ok) return []
  return [
    {
      kind: 'initialCancelEnd',
      title: '初期契約解除の期限',
      message: 'この日の24時までに送信された申し出が有効です。',
      at: initialCancellationClock(documentReceivedOn, serviceStartedOn).closesAt,
      path: pages.initialCancel,
    },
  ]
}

/** The next day a month of this contract is charged to the card. */
function charges(contract: ContractRow, now: Instant): DateToKnow[] {
  const today = toTokyoDate(now)
  const thisMonth = toTokyoMonth(now)
  const months = [addMonths(thisMonth, -1), thisMonth]
  const month = months.find((one) => paymentSchedule(one).chargeOn >= today)
  const started = contract.started_on
  if (month === undefined || started === null || `${month}-31` < started) return []
  const isOver =
    contractStates.isState(contract.status) && contractStates.isTerminal(contract.status)
  if (isOver && (contract.ends_on === null || contract.ends_on < `${month}-01`)) return []
  return [
    {
      kind: 'charge',
      title: `${Number(month.slice(5))}月ご利用分のお支払い日`,
      message: 'ご登録のカードにご請求します。',
      at: paymentSchedule(month).chargeOn,
      path: pages.contract,
    },
  ]
}

function overdue(contract: ContractRow): DateToKnow[] {
  if (contract.unpaid_since === null) return []
  const schedule = paymentSchedule(addMonths(toTokyoMonth(contract.unpaid_since), -1))
  const path = pages.top
  return [
    {
      kind: 'suspension',
      title: '未払いによる利用停止の日',
      message: 'この日までにお支払いが確認できないと、ご利用を停止します。',
      at: schedule.suspendOn,
      path,
    },
    {
      kind: 'termination',
      title: '未払いによる契約解除の日',
      message: 'この日までにお支払いが確認できないと、ご契約を解除します。',
      at: schedule.terminateOn,
      path,
    },
  ]
}
