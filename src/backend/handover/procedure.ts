import type { DateToKnow } from '#backend/procedure/definition.ts'
import { defineProcedure } from '#backend/procedure/define.ts'
import { sealedChosen } from '#backend/sim/public.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { handoverStates, type HandoverState } from '#domain/handover/handover-states.ts'
import { addDays, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { type StateWords, words } from '#vocabulary/state-words.ts'
import {
  handoverDetails,
  numberAad,
  receiverAad,
  takeoverDetails,
  type HandoverOrder,
  type TakeoverOrder,
} from './rows/details.ts'
import { handoverLaws } from './findings.ts'

/** ご家族への譲渡: the giver's order on the line that leaves; decision 067. */
export const handover = defineProcedure({
  names: ['lineHandover'],
  machine: handoverStates,
  details: handoverDetails,
  sealed: ({ contract_id: contractId, order_no: orderNo, details }) => [
    { value: details.numberSealed, aad: numberAad(contractId, orderNo) },
    { value: details.receiverSealed, aad: receiverAad(contractId, orderNo) },
  ],
  course: () => ['offered', 'due', 'handed_over'],
  next: nextOfGiver,
  finishesOn: firstDayOf,
  deadlines: deadlinesOfGiver,
  booking: ({ state }) =>
    state === 'due' ? { title: operationLabels.lineHandover, path: pages.handover } : undefined,
  // The giver's page shows the number and the way to withdraw the offer.
  page: () => ({ label: 'ゆずる手続きを確認・取りやめる', path: pages.handover }),
  whenLineEnded: { event: 'refused', merge: { numberSealed: null, nextSteps: [] } },
  whenContractEnded: () => ['refused'],
  oneAtATime: ['lineHandover'],
  laws: handoverLaws,
  changesTerms: ['lineHandover'],
  termsChange: ({ requested_at: requestedAt }, lines, book) => ({
    rows: lines.map(({ number }) => ({ label: 'ご家族にゆずった回線', value: number })),
    costs: [oneOffCharge('oneOff.handover', toTokyoDate(requestedAt), book)],
  }),
})

const takeoverWords: Partial<Record<HandoverState, StateWords>> = {
  due: words(
    '切り替え待ち',
    '月が替わる0時に、回線がこのご契約に移ります。SIMはいまのまま使えます。',
  ),
  handed_over: words('完了', '回線がこのご契約に移りました。'),
  withdrawn: words('取りやめ', '譲り受けを取りやめました。料金はかかりません。'),
  failed: words(
    '切り替え不可',
    '回線を譲り受けられなくなったため、手続きを終了しました。料金はかかりません。',
  ),
}

/** The receiver's order on the line that comes; from acceptance on it uses the giver's state table. */
export const takeover = defineProcedure({
  names: ['lineTakeover'],
  machine: handoverStates,
  details: takeoverDetails,
  sealed: sealedChosen,
  course: () => ['due', 'handed_over'],
  words: (_, state) => takeoverWords[state],
  next: ({ state, effective_on: on }) => (state === 'due' ? switchDay(on) : undefined),
  deadlines: (order) =>
    switchDeadline(order, {
      title: '譲り受けた回線を使い始める日',
      firstDay: order.effective_on ?? undefined,
      path: orderPage(order.order_no),
    }),
  page: () => ({ label: '申し込み状況を見る', path: orderPages.status }),
  addsLine: ['lineTakeover'],
  bringsLine: ['lineTakeover'],
  whenLineEnded: { event: 'refused', merge: { nextSteps: [] } },
  whenContractEnded: () => ['refused'],
})

/** The first day on which the line is the receiver's. The giver's order has the last day of its own service, as a cancellation has. */
export function firstDayOf({ effective_on: lastDay }: HandoverOrder): TokyoDate | undefined {
  return lastDay === null ? undefined : addDays(lastDay, 1)
}

function switchDay(on: TokyoDate | null | undefined) {
  return on == null ? undefined : { label: '切り替わる日', on }
}

function nextOfGiver(order: HandoverOrder) {
  if (order.state === 'due') return switchDay(firstDayOf(order))
  const { validUntil } = order.details
  return order.state === 'offered' && validUntil !== undefined
    ? { label: '譲渡番号の有効期限', on: validUntil }
    : undefined
}

function switchDeadline(
  order: HandoverOrder | TakeoverOrder,
  { title, firstDay, path }: { title: string; firstDay: TokyoDate | undefined; path: string },
): DateToKnow[] {
  if (order.state !== 'due' || firstDay === undefined) return []
  return [
    {
      kind: 'takesEffect',
      title,
      message: 'この日の0時に、回線の契約者が切り替わります。',
      at: firstDay,
      path,
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

function deadlinesOfGiver(order: HandoverOrder): DateToKnow[] {
  const { details, state, order_no: orderNo } = order
  const path = pages.handover
  if (state !== 'offered' || details.validUntil === undefined)
    return switchDeadline(order, {
      title: '回線がご家族に移る日',
      firstDay: firstDayOf(order),
      path,
    })
  return [
    {
      kind: 'numberExpiry',
      title: '譲渡番号の有効期限',
      message: 'この日の24時までに、ご家族がお申し込みください。',
      at: details.validUntil,
      path,
      lineId: order.line_id ?? undefined,
      orderNo,
    },
  ]
}
