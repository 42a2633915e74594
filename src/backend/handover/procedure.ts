import type { DateToKnow } from '#backend/procedure/definition.ts'
import { defineProcedure } from '#backend/procedure/define.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { requireRate } from '#domain/catalogue/price-book.ts'
import { handoverStates, type HandoverState } from '#domain/handover/handover-states.ts'
import { addDays, toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import type { StateWords } from '#vocabulary/state-words.ts'
import { handoverDetails, handoverNames, type HandoverOrder } from './details.ts'
import { handoverLaws } from './laws.ts'

/** ご家族への譲渡: the giver's order on the line that leaves, the receiver's on the line that comes; decision 067. */
export const handover = defineProcedure({
  names: handoverNames,
  machine: handoverStates,
  details: handoverDetails,
  course: (order) => (isGiver(order) ? ['offered', 'due', 'handed_over'] : ['due', 'handed_over']),
  words: (order, state) => (isGiver(order) ? undefined : receiverWords[state]),
  next: nextOf,
  finishesOn: (order) => firstDayOf(order),
  deadlines,
  booking: (order) =>
    isGiver(order) && order.state === 'due'
      ? { title: operationLabels.lineHandover, path: pages.handover }
      : undefined,
  page: ownPage,
  addsLine: ['lineTakeover'],
  whenLineEnded: { event: 'refused', merge: { numberSealed: null, nextSteps: [] } },
  whenContractEnded: () => ['refused'],
  oneAtATime: ['lineHandover'],
  laws: handoverLaws,
  changesTerms: ['lineHandover'],
  termsChange: ({ requested_at: requestedAt }, lines, book) => ({
    rows: lines.map(({ number }) => ({ label: 'ご家族にゆずった回線', value: number })),
    costs: [chargeOf('oneOff', requireRate(book, 'oneOff.handover', toTokyoDate(requestedAt)))],
  }),
})

export const isGiver = ({ procedure }: Pick<HandoverOrder, 'procedure'>) =>
  procedure === 'lineHandover'

/** The first day on which it is the receiver's. The giver's order carries the last day of its own service, as a cancellation does. */
export function firstDayOf(order: HandoverOrder): TokyoDate | undefined {
  const { effective_on: on } = order
  if (on === null) return undefined
  return isGiver(order) ? addDays(on, 1) : on
}

/** The number and the way to take the offer back are on a page of the giver's own. */
function ownPage(order: HandoverOrder) {
  return isGiver(order)
    ? { label: 'ゆずる手続きを確認・取りやめる', path: pages.handover }
    : { label: '申し込み状況を見る', path: orderPages.status }
}

const receiverWords: Partial<Record<HandoverState, StateWords>> = {
  due: {
    label: '切り替え待ち',
    sentence: '月が替わる0時に、回線がこのご契約に移ります。SIMはいまのまま使えます。',
  },
  handed_over: { label: '完了', sentence: '回線がこのご契約に移りました。' },
  withdrawn: { label: '取りやめ', sentence: '譲り受けを取りやめました。料金はかかりません。' },
  failed: {
    label: '切り替え不可',
    sentence: '回線を譲り受けられなくなったため、手続きを終了しました。料金はかかりません。',
  },
}

function nextOf(order: HandoverOrder): { label: string; on: string } | undefined {
  const firstDay = firstDayOf(order)
  if (order.state === 'due' && firstDay !== undefined)
    return { label: '切り替わる日', on: firstDay }
  const { validUntil } = order.details
  return order.state === 'offered' && validUntil !== undefined
    ? { label: '譲渡番号の有効期限', on: validUntil }
    : undefined
}

function deadlines(order: HandoverOrder): DateToKnow[] {
  const { details, order_no: orderNo, state } = order
  const firstDay = firstDayOf(order)
  const lineId = order.line_id ?? undefined
  const path = isGiver(order) ? pages.handover : orderPage(orderNo)
  if (state === 'due' && firstDay !== undefined)
    return [
      {
        kind: 'takesEffect',
        title: isGiver(order) ? '回線がご家族に移る日' : '譲り受けた回線を使い始める日',
        message: 'この日の0時に、回線の契約者が切り替わります。',
        at: firstDay,
        path,
        lineId,
        orderNo,
      },
    ]
  if (state !== 'offered' || details.validUntil === undefined) return []
  return [
    {
      kind: 'numberExpiry',
      title: '譲渡番号の有効期限',
      message: 'この日の24時までに、ご家族がお申し込みください。',
      at: details.validUntil,
      path,
      lineId,
      orderNo,
    },
  ]
}
