import { pages } from '#vocabulary/pages.ts'
import { planName } from '#backend/contract/wording.ts'
import { formatDay, formatUntil } from '#backend/mail/japanese-date.ts'
import {
  ifUnexpected,
  stepRing,
  type MailRing,
  type MemberMessage,
  type MessageFact,
} from '#backend/mail/member-message.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { orderFacts, priceFacts } from '#backend/procedure/told-order.ts'
import { planSizeChange } from './procedure.ts'
import { carryMessage } from './estimate.ts'

type Sizes = { from: string; to: string }
type Words = {
  subject: string
  paragraphs: (sizes: Sizes) => string[]
  facts?: (order: OrderRow) => MessageFact[]
  ring?: MailRing
  path?: string
}

const messages = {
  booked: {
    subject: 'データ容量の変更を予約しました',
    paragraphs: ({ from, to }) => [
      `データ容量を${from}から${to}に変更する予約を受け付けました。`,
      carryMessage,
      ifUnexpected,
    ],
    facts: (order) => [
      ...effectFacts(order),
      ...(order.undo_until === null
        ? []
        : [{ label: '取り消しできる期限', value: formatUntil(order.undo_until) }]),
      ...priceFacts(order),
    ],
    ring: stepRing(1, 2, '予約', '適用日を待っています'),
  },
  undone: {
    subject: 'データ容量の変更予約を取り消しました',
    paragraphs: ({ from, to }) => [
      `データ容量を${from}から${to}に変更する予約を取り消しました。データ容量は変わりません。`,
    ],
  },
  applied: {
    subject: 'データ容量が変わりました',
    paragraphs: ({ from, to }) => [`データ容量が${from}から${to}になりました。`],
    facts: (order) => [...effectFacts(order), ...priceFacts(order)],
    ring: stepRing(2, 2, '適用', '完了しました'),
    path: pages.contract,
  },
  givenUp: {
    subject: 'データ容量の変更予約を取り消しました',
    paragraphs: ({ to }) => [
      `複数の回線をご利用中のため、予約された${to}（シェアできない容量）には変更できませんでした。`,
      'データ容量はこれまでと変わりません。変更するときは、別の容量をお選びください。',
    ],
  },
} as const satisfies Record<string, Words>

const references = {
  booked: 'plan-size-booked',
  undone: 'plan-size-undone',
  applied: 'plan-size-applied',
  givenUp: 'plan-size-given-up',
} as const satisfies Record<keyof typeof messages, string>

function effectFacts(order: OrderRow): MessageFact[] {
  return order.effective_on === null
    ? []
    : [{ label: '適用日', value: formatDay(order.effective_on) }]
}

export type PlanSizeOccasion = keyof typeof messages

export function planSizeMessage(
  occasion: PlanSizeOccasion,
  { accountId, order }: { accountId: string; order: OrderRow },
): MemberMessage {
  const words: Words = messages[occasion]
  const { fromPlan, toPlan } = order.details
  const sizes = { from: planName(Number(fromPlan)), to: planName(Number(toPlan)) }
  const path = words.path ?? pages.planChange
  return {
    accountId,
    sourceRef: `${references[occasion]}:${order.order_no}`,
    kind: 'procedure',
    subject: words.subject,
    paragraphs: words.paragraphs(sizes),
    facts: orderFacts(planSizeChange, { accountId, order, lines: '' }, words.facts?.(order)),
    ring: words.ring,
    link: {
      label: words.path === undefined ? 'データ容量の変更を開く' : 'ご契約内容を開く',
      path,
    },
  }
}
